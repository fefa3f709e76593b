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
    /// The key that contains the record, or the records; `location` by default.
    ///
    /// A full stop alone puts the record at the root.
    public var rootProperty = "location"
    /// Headers of every request; none by default.
    public var headers: [String: String] = [:]
    /// Values beside `rootProperty` in every request; none by default.
    public var params: [String: ConfigValue] = [:]
    /// The timeout of a request in milliseconds; 60,000 by default, 1 or more.
    public var timeout = 60_000.0
    /// Uploads records automatically as they are stored; true by default.
    ///
    /// False: only when the app requests it.
    public var autoSync = true
    /// How many records must be waiting before an upload begins; 0 by default, 0 or more.
    ///
    /// Ignored when the phone begins or stops moving: then everything is sent. Transistor, BGGeo.onMotionChange.
    public var autoSyncThreshold = 0
    /// Sends all waiting records in one request; false by default.
    public var batchSync = false
    /// The most records of one batch request; −1 (no limit) by default, else 1 or more.
    public var maxBatchSize = -1
    /// Uploads automatically only over Wi-Fi; false by default.
    ///
    /// An upload that the app requests is sent regardless.
    public var disableAutoSyncOnCellular = false

    /// The defaults, the same on both platforms.
    public init() {}
}

extension HttpConfig {
    static let timeoutLimits = OptionLimits(atLeast: 1)
    static let autoSyncThresholdLimits = OptionLimits(atLeast: 0)
    static let maxBatchSizeLimits = OptionLimits(atLeast: 1, offUpTo: 0)
}
