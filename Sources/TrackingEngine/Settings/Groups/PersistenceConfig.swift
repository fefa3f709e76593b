public import TrackingModel

/// What is stored on the phone until it is uploaded, and how it is written.
///
/// Transistor types, PersistenceConfig; the seed documents name maxDaysToPersist.
public struct PersistenceConfig: Hashable, Sendable, Codable {
    /// Days after which a record is deleted, uploaded or not; 1 by default, 1 or more.
    ///
    /// Both platforms. Transistor, BGGeo, "Compound configuration".
    public var maxDaysToPersist = 1
    /// The most records that are stored; −1 (no limit) by default, 0 stores nothing, else the oldest make way.
    ///
    /// Both platforms.
    public var maxRecordsToPersist = -1
    /// Which kinds of records are stored; all by default.
    ///
    /// Both platforms. A request for the current position that says whether to store it is not bound by this.
    public var persistMode = PersistMode.all
    /// In which order records are uploaded and listed; oldest first by default.
    ///
    /// Both platforms. Accepted under `http` too.
    public var locationsOrderDirection = LocationsOrder.ascending
    /// Values that are added to every record; none by default.
    ///
    /// Both platforms. What a single call adds wins.
    public var extras: [String: ConfigValue] = [:]
    /// How a location is written, with tags such as `<%= latitude %>`; the usual form by default.
    ///
    /// Both platforms. The author puts the quotation marks around texts.
    public var locationTemplate: String?
    /// The same for a geofence event.
    ///
    /// Both platforms.
    public var geofenceTemplate: String?
    /// Stores no record of a change of the location services; false by default.
    ///
    /// Android.
    public var disableProviderChangeRecord = false
    /// How the time of storing is written; not set by default.
    ///
    /// Both platforms. The documents do not say which values there are.
    public var timestampFormat: String?

    /// The defaults, the same on both platforms.
    public init() {}
}

extension PersistenceConfig {
    static let maxDaysToPersistLimits = OptionLimits(atLeast: 1)
    static let maxRecordsToPersistLimits = OptionLimits(atLeast: 0, offUpTo: -1)
}
