internal import TrackingModel
/// The tokens that uploads carry, and their renewal.
///
/// Both platforms. Transistor, BGGeo.onAuthorization; Transistor types, AuthorizationConfig.
public struct AuthorizationConfig: Hashable, Sendable, Codable {
    /// The format of the token in the header; JWT by default.
    public var strategy = AuthorizationStrategy.jwt
    /// The token of every upload; not set by default.
    public var accessToken: String?
    /// The token with which a new one is requested; not set by default.
    public var refreshToken: String?
    /// The address that issues new tokens; not set by default.
    public var refreshUrl: String?
    /// The fields of the refresh request; none by default.
    ///
    /// `{refreshToken}` in a value is replaced by the token.
    public var refreshPayload: [String: String] = [:]
    /// The headers of the refresh request; not set by default, which sends the access token as `Bearer`.
    ///
    /// An empty object sends none. `{accessToken}` in a value is replaced by the token.
    public var refreshHeaders: [String: String]?
    /// When the access token expires, in seconds since 1970; −1 (not known) by default.
    ///
    /// From then on a new one is requested before the next upload.
    public var expires = -1.0

    /// The defaults, the same on both platforms: no tokens.
    public init() {}
}

extension AuthorizationConfig {
    /// The placeholder for the token in `refreshPayload`.
    static let refreshTokenTag = "{refreshToken}"

    static let expiresLimits = OptionLimits(atLeast: 0, offUpTo: 0)
}
