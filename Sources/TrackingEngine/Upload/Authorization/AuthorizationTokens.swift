internal import TrackingModel
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
    ///
    /// - Parameters:
    ///   - accessToken: the token of uploads.
    ///   - refreshToken: the token of the next refresh; `nil` where the old one stays.
    ///   - expires: when the access token expires; `nil` where that is not known.
    public init(accessToken: String, refreshToken: String? = nil, expires: Timestamp? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
    }
}

extension AuthorizationConfig {
    /// Stores new tokens in the configuration.
    ///
    /// The old token's expiry is replaced too: otherwise every upload would request tokens again.
    public mutating func apply(_ tokens: AuthorizationTokens) {
        accessToken = tokens.accessToken
        if let refreshToken = tokens.refreshToken { self.refreshToken = refreshToken }
        expires = tokens.expires.map { $0.seconds.rounded(.down) } ?? -1
    }
}
