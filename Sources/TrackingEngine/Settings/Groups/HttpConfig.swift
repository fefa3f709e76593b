public import TrackingModel

/// The options for uploading stored records.
///
/// Both platforms. The vendor's main documents name url, autoSync, autoSyncThreshold and headers; the others are from
/// Transistor types, HttpConfig.
public struct HttpConfig: Hashable, Sendable, Codable {
    /// The address to which records are sent; empty by default: nothing is sent, records stay stored.
    public var url = ""
    /// The request's method; POST by default.
    public var method = HttpMethod.post
    /// The key that contains the record, or the records; `location` by default; a full stop alone is the root.
    public var rootProperty = "location"
    /// Headers of every request; none by default.
    public var headers: [String: String] = [:]
    /// Values beside `rootProperty` in every request; none by default.
    public var params: [String: ConfigValue] = [:]
    /// The timeout of a request in milliseconds; 60,000 by default, 1 or more.
    public var timeout = 60_000.0
    /// Uploads records automatically as they are stored, not only when the app requests it; true by default.
    public var autoSync = true
    /// How many records must be waiting before an upload begins; 0 by default, 0 or more.
    ///
    /// Ignored when the phone begins or stops moving: then everything is sent. Transistor, BGGeo.onMotionChange.
    public var autoSyncThreshold = 0
    /// Sends all waiting records in one request; false by default.
    public var batchSync = false
    /// The most records of one batch request; −1 (no limit) by default, else 1 or more.
    public var maxBatchSize = -1
    /// Restricts automatic uploads, not those that the app requests, to Wi-Fi; false by default.
    public var disableAutoSyncOnCellular = false

    /// The defaults, the same on both platforms.
    public init() {}
}

extension HttpConfig {
    static let timeoutLimits = OptionLimits(atLeast: 1)
    static let autoSyncThresholdLimits = OptionLimits(atLeast: 0)
    static let maxBatchSizeLimits = OptionLimits(atLeast: 1, offUpTo: 0)
}

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
    /// The fields of the refresh request, where `{refreshToken}` is replaced by the token; none by default.
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
