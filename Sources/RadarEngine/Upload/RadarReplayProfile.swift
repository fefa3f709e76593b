internal import TrackingModel
/// The limits of the failed records that are kept for a replay.
///
/// The reference of options says "all" and "failed stops"; the vendor's code has limits. Both are supported.
public struct RadarReplayProfile: Hashable, Sendable, Codable {
    /// The maximum number of waiting records; `nil` for no limit.
    ///
    /// Above it, the oldest record is removed.
    public var maximumRecords: Int?
    /// The number of waiting records above which every fifth is omitted from storage; `nil` for never.
    public var thinsStoredAbove: Int?
    /// Whether replay `stops` keeps only one stop, and sends it in place of the next update.
    ///
    /// Otherwise every failed stop waits, and all are sent together with the next update.
    public var keepsOneStop: Bool

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - maximumRecords: at least 1, smaller numbers become 1; `nil` for no limit.
    ///   - thinsStoredAbove: the number of records above which the stored copy is thinned; `nil` for never.
    ///   - keepsOneStop: whether replay `stops` keeps only one stop.
    public init(maximumRecords: Int? = nil, thinsStoredAbove: Int? = nil, keepsOneStop: Bool = false) {
        self.maximumRecords = maximumRecords.map { max(1, $0) }
        self.thinsStoredAbove = thinsStoredAbove.map { max(0, $0) }
        self.keepsOneStop = keepsOneStop
    }

    /// The behaviour that the reference of options describes: no record for replay is dropped.
    public static let complete = RadarReplayProfile()

    /// The behaviour of the vendor's SDKs: 120 records (an hour of updates every 30 seconds), thinned above 50 in
    /// storage, one stop (Radar SDK for iOS, RadarReplayBuffer, RadarAPIClient).
    public static let vendor = RadarReplayProfile(maximumRecords: 120, thinsStoredAbove: 50, keepsOneStop: true)
}
