public import TrackingModel

/// The options for storing records on the phone until they are uploaded, and for their format.
///
/// They are for both platforms unless a comment names one. Transistor types, PersistenceConfig; the vendor's main
/// documents name maxDaysToPersist (BGGeo, "Compound configuration").
public struct PersistenceConfig: Hashable, Sendable, Codable {
    /// Days after which a record is deleted, uploaded or not; 1 by default, 1 or more.
    public var maxDaysToPersist = 1
    /// The most records that are stored; −1 (no limit) by default, 0 stores nothing, otherwise the oldest are deleted.
    public var maxRecordsToPersist = -1
    /// The kinds of records that are stored; all by default.
    ///
    /// A request for the current position that sets its own storage option is not affected.
    public var persistMode = PersistMode.all
    /// The order in which records are uploaded and listed, accepted under `http` too; oldest first by default.
    public var locationsOrderDirection = LocationsOrder.ascending
    /// Values added to every record, where those of a single call take precedence; none by default.
    public var extras: [String: ConfigValue] = [:]
    /// The format of a location, with tags such as `<%= latitude %>`; the default format if not set.
    ///
    /// The author puts the quotation marks around texts.
    public var locationTemplate: String?
    /// The format of a geofence event, likewise.
    public var geofenceTemplate: String?
    /// Stores no record of a change of the location services (Android); false by default.
    public var disableProviderChangeRecord = false
    /// The format of the time of storing, for which the documents list no values; not set by default, stored and not
    /// used: the time is ISO 8601 in UTC.
    public var timestampFormat: String?

    /// The defaults, the same on both platforms.
    public init() {}
}

extension PersistenceConfig {
    static let maxDaysToPersistLimits = OptionLimits(atLeast: 1)
    static let maxRecordsToPersistLimits = OptionLimits(atLeast: 0, offUpTo: -1)
}

/// The options for developers.
///
/// Both platforms. Transistor, ActivityConfig.stopDetectionDelay (debug) and BGGeo, "Compound configuration"
/// (logLevel); Transistor types, LoggerConfig.
public struct LoggerConfig: Hashable, Sendable, Codable {
    /// Plays sounds and shows local notifications at events; false by default.
    public var debug = false
    /// The log level; off by default.
    public var logLevel = LogLevel.off
    /// Days after which a log entry is deleted; 3 by default, 1 or more.
    public var logMaxDays = 3

    /// The defaults, the same on both platforms.
    public init() {}
}

extension LoggerConfig {
    static let logMaxDaysLimits = OptionLimits(atLeast: 1)
}
