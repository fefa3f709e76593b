internal import HTTPTypes
internal import VisitModel

/// The common parts of every page: title, navigation, user and message.
struct PageFrame: Sendable {
    let title: String
    /// Empty without a session.
    let navigation: [NavigationLink]
    /// `nil` without a session.
    let signedIn: SignedIn?
    let formToken: String
    let flash: PageFlash?
    let icon: String
    let styles: [String]
    let scripts: [String]

    struct NavigationLink: Sendable {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    struct SignedIn: Sendable {
        let token: String
        let role: String
        let mayChange: Bool
    }
}

/// In the order of display.
enum NavigationEntry: String, CaseIterable, Sendable {
    case overview, facilities, visits, review, reports, members, devices, webhooks, imports, setup, quarantine, tokens
    case accessRecord = "access-record"

    var name: String {
        switch self {
        case .overview: "Overview"
        case .facilities: "Facilities"
        case .visits: "Visits"
        case .review: "Review"
        case .reports: "Reports"
        case .members: "Members"
        case .devices: "Devices"
        case .webhooks: "Webhooks"
        case .imports: "Import"
        case .setup: "Set up a phone"
        case .quarantine: "Quarantine"
        case .tokens: "Tokens"
        case .accessRecord: "Access record"
        }
    }

    var address: String {
        switch self {
        case .overview: "/"
        case .imports: "/import"
        case .facilities, .visits, .review, .reports, .members, .devices, .webhooks, .setup, .quarantine, .tokens,
            .accessRecord:
            "/\(rawValue)"
        }
    }

    /// The permission that is needed to see the entry.
    var permission: RequiredRole {
        switch self {
        case .overview, .facilities, .visits, .review, .reports, .members, .devices, .webhooks, .setup, .quarantine:
            .read
        case .imports, .tokens, .accessRecord: .admin
        }
    }
}

/// The security headers of a page, which allow the browser only local scripts, styles and requests.
struct PageHeaders: Sendable {
    /// For the content security policy; `nil` where there are no map tiles.
    let tileOrigin: String?

    var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        fields[.contentSecurityPolicy] = policy
        fields[Self.referrerPolicy] = "no-referrer"
        fields[Self.openerPolicy] = "same-origin"
        return fields
    }

    private var policy: String {
        let images = ["'self'", "data:"] + [tileOrigin].compactMap(\.self)
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src \(images.joined(separator: " "))",
            "connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
    }

    private static let referrerPolicy = name("Referrer-Policy")
    private static let openerPolicy = name("Cross-Origin-Opener-Policy")

    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("`\(text)` is not a header name") }
        return name
    }
}
