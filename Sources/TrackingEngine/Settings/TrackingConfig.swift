public import VisitModel

/// The whole configuration of a background geolocation SDK, in its groups.
///
/// The SDK's own name is `Config`. The groups contain the options under the SDK's names and in its units, as they were
/// set. The effective values are on this type, in `Duration`, metres and counts, within the limits of the platform and
/// after the interaction of options: `stopTimeoutDuration`, `heartbeatIntervalDuration` and so on.
///
/// Transistor, BGGeo, "Configuration".
public struct TrackingConfig: Hashable, Sendable {
    /// The phone's operating system, which decides defaults and limits.
    public let platform: Platform
    /// The options for requesting fixes.
    public var geolocation: GeolocationConfig
    /// The options that distinguish moving from stationary.
    public var activity: ActivityConfig
    /// The options for tracking across the app's life cycle.
    public var app: AppConfig
    /// The options for uploading records.
    public var http: HttpConfig
    /// The options for storing records.
    public var persistence: PersistenceConfig
    /// The options for developers.
    public var logger: LoggerConfig
    /// The tokens of uploads.
    public var authorization: AuthorizationConfig

    /// The documented defaults of a platform.
    public init(platform: Platform) {
        self.platform = platform
        geolocation = GeolocationConfig(platform: platform)
        activity = ActivityConfig(platform: platform)
        app = AppConfig(platform: platform)
        http = HttpConfig()
        persistence = PersistenceConfig()
        logger = LoggerConfig()
        authorization = AuthorizationConfig()
    }

    /// Resets every option to its documented default.
    ///
    /// Transistor, BGGeo.ready, `config.reset()`.
    public mutating func reset() {
        self = TrackingConfig(platform: platform)
    }
}
