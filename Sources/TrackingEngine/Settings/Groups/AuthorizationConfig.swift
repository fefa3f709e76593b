internal import TrackingModel

/// The tokens that uploads carry, and how they are renewed.
///
/// Both platforms. Transistor, BGGeo.onAuthorization; Transistor types, AuthorizationConfig.
public struct AuthorizationConfig: Hashable, Sendable, Codable {
    /// How the token stands in the header; JWT by default.
    public var strategy = AuthorizationStrategy.jwt
    /// The token of every upload; not set by default.
    public var accessToken: String?
    /// The token with which a new one is asked for; not set by default.
    public var refreshToken: String?
    /// The address that gives new tokens; not set by default.
    public var refreshUrl: String?
    /// The fields of that request; none by default.
    ///
    /// `{refreshToken}` in a value stands for the token.
    public var refreshPayload: [String: String] = [:]
    /// The headers of that request; not set by default, which sends the access token as `Bearer`.
    ///
    /// An empty object sends none. `{accessToken}` in a value stands for the token.
    public var refreshHeaders: [String: String]?
    /// When the access token ends, in seconds since 1970; −1 (not known) by default.
    ///
    /// Reached, a new one is asked for before the next upload.
    public var expires = -1.0

    /// The defaults, the same on both platforms: no tokens.
    public init() {}
}

extension AuthorizationConfig {
    /// The text in `refreshPayload` that stands for the token.
    static let refreshTokenTag = "{refreshToken}"

    static let expiresLimits = OptionLimits(atLeast: 0, offUpTo: 0)
}
