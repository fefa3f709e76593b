public import VisitModel

/// The whole configuration of a background geolocation SDK, in its groups.
///
/// The SDK's own name is `Config`. The groups hold the options under the SDK's names and in its units, as they were
/// set. What the engine goes by is on this type, in `Duration`, metres and counts, within the limits of the platform
/// and with what options do to each other: `stopTimeoutDuration`, `heartbeatIntervalDuration` and so on.
///
/// Transistor, BGGeo, "Configuration".
public struct TrackingConfig: Hashable, Sendable {
    /// The phone's operating system, which decides defaults and limits.
    public let platform: Platform
    /// How fixes are asked for.
    public var geolocation: GeolocationConfig
    /// How moving and stationary are told apart.
    public var activity: ActivityConfig
    /// How tracking goes with the app's life.
    public var app: AppConfig
    /// How records are uploaded.
    public var http: HttpConfig
    /// How records are stored.
    public var persistence: PersistenceConfig
    /// What a developer is told.
    public var logger: LoggerConfig
    /// The tokens of uploads.
    public var authorization: AuthorizationConfig

    /// The documented defaults of a platform.
    ///
    /// - Parameter platform: which one.
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

    /// Puts every option back to its documented default.
    ///
    /// Transistor, BGGeo.ready, `config.reset()`.
    public mutating func reset() {
        self = TrackingConfig(platform: platform)
    }
}
