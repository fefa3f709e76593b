internal import HTTPTypes

/// The security headers of a page, which allow the browser only local scripts, styles and requests.
struct PageHeaders: Sendable {
    /// The origin of map tiles for the content security policy; `nil` where there are none.
    let tileOrigin: String?

    /// The headers of a page.
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
