public import TrackingModel
public import VisitModel

/// The tokens in a server's response to a refresh.
public struct AuthorizationTokens: Hashable, Sendable, Codable {
    /// The token of uploads from now on.
    public let accessToken: String
    /// The token of the next refresh; `nil` where the old one stays.
    public let refreshToken: String?
    /// When the access token expires; `nil` where the server did not say.
    public let expires: Timestamp?

    /// Creates tokens.
    public init(accessToken: String, refreshToken: String? = nil, expires: Timestamp? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
    }
}

extension AuthorizationConfig {
    /// Stores new tokens; the old expiry is replaced too, or every upload would request tokens again.
    public mutating func apply(_ tokens: AuthorizationTokens) {
        accessToken = tokens.accessToken
        if let refreshToken = tokens.refreshToken { self.refreshToken = refreshToken }
        expires = tokens.expires.map { $0.seconds.rounded(.down) } ?? -1
    }
}

extension AuthorizationTokens {
    /// Finds tokens in the response to a refresh; `nil` where there is no access token.
    ///
    /// Servers name and nest them as they like: names are compared by their letters alone, level by level from the
    /// root, without descending into lists (the vendor's change log, 1.7). On one level an access token is preferred to
    /// an authorization token and that to an identity token. A relative expiry counts from `now`, the time of the
    /// response.
    public init?(in answer: ConfigValue, at now: Timestamp) {
        var level = [answer]
        var accessToken: String?
        var refreshToken: String?
        var expires: Timestamp??
        while !level.isEmpty {
            let members = level.flatMap(Self.members)
            accessToken = accessToken ?? Self.accessToken(in: members)
            refreshToken = refreshToken ?? Self.text(in: members) { Self.isRefresh($0) && $0.contains("token") }
            if expires == nil, let said = members.first(where: { Self.isExpiry($0.name) && $0.value.seconds != nil }) {
                expires = .some(said.value.seconds.flatMap { Self.expiry($0, at: now) })
            }
            level = members.map(\.value)
        }
        guard let accessToken else { return nil }
        self.init(accessToken: accessToken, refreshToken: refreshToken, expires: expires ?? nil)
    }

    private typealias Member = (name: String, value: ConfigValue)

    /// The members of an object in alphabetical order, their names reduced to lowercase letters.
    private static func members(of value: ConfigValue) -> [Member] {
        guard case .object(let object) = value else { return [] }
        return object.sorted { $0.key < $1.key }.map { ($0.key.lowercased().filter(\.isLetter), $0.value) }
    }

    private static func accessToken(in members: [Member]) -> String? {
        for kind in ["access", "auth", "id", ""] {
            let token = text(in: members) { name in
                guard !isRefresh(name), name.hasSuffix("token") else { return false }
                return kind.isEmpty ? name == "token" : name.hasPrefix(kind)
            }
            if let token { return token }
        }
        return nil
    }

    private static func text(in members: [Member], where isMeant: (String) -> Bool) -> String? {
        for member in members where isMeant(member.name) {
            if case .text(let text) = member.value, !text.isEmpty { return text }
        }
        return nil
    }

    private static func isRefresh(_ name: String) -> Bool { name.contains("refresh") || name.contains("renew") }

    /// The expiry of the refresh token (`refresh_expires_in`) is not the access token's.
    private static func isExpiry(_ name: String) -> Bool { name.contains("expir") && !isRefresh(name) }

    /// Interprets a number as an expiry: a duration up to thirty years, else a time in seconds or milliseconds.
    ///
    /// RFC 6749, section 5.1 has seconds from now (`expires_in`), the SDK's own option seconds since 1970. 0 and less
    /// carry no information: the vendor's demo server sends −1.
    private static func expiry(_ number: Double, at now: Timestamp) -> Timestamp? {
        switch number {
        case ...0: nil
        case ..<946_684_800: now.advanced(bySeconds: number)
        case ..<1e11: Timestamp(seconds: number)
        case ..<1e14: Timestamp(seconds: number / 1000)
        default: nil
        }
    }
}

extension ConfigValue {
    /// A number, also where it is written as a text.
    fileprivate var seconds: Double? {
        if case .text(let text) = self { return Double(text).flatMap { $0.isFinite ? $0 : nil } }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// The result of a token refresh as the app receives it (Transistor, BGGeo.onAuthorization).
public struct AuthorizationEvent: Hashable, Sendable {
    /// Whether new tokens arrived.
    public let isSuccess: Bool
    /// The HTTP status; 0 where no response arrived.
    public let statusCode: Int
    /// The JSON of the response; `nil` on failure, or where the body is no JSON.
    public let response: ConfigValue?
    /// A sentence for the user about the failure; `nil` on success.
    public let error: String?
}
