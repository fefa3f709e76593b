internal import TrackingModel
public import VisitModel

/// Tokens that a server gave in answer to a refresh.
public struct AuthorizationTokens: Hashable, Sendable, Codable {
    /// The token of uploads from now on.
    public let accessToken: String
    /// The token of the next refresh; `nil` where the old one stays.
    public let refreshToken: String?
    /// When the access token ends; `nil` where that was not said.
    public let expires: Timestamp?

    /// Makes tokens.
    ///
    /// - Parameters:
    ///   - accessToken: the token of uploads.
    ///   - refreshToken: the token of the next refresh; `nil` where the old one stays.
    ///   - expires: when the access token ends; `nil` where that was not said.
    public init(accessToken: String, refreshToken: String? = nil, expires: Timestamp? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
    }
}

extension AuthorizationConfig {
    /// Takes over new tokens.
    ///
    /// The old token's end is forgotten with it: it would have every upload ask for tokens again.
    ///
    /// - Parameter tokens: what the server gave.
    public mutating func apply(_ tokens: AuthorizationTokens) {
        accessToken = tokens.accessToken
        if let refreshToken = tokens.refreshToken { self.refreshToken = refreshToken }
        expires = tokens.expires.map { $0.seconds.rounded(.down) } ?? -1
    }
}
