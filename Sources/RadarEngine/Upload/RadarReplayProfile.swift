internal import TrackingModel

/// How much of what failed is kept for a replay.
///
/// The reference of options says "all" and "failed stops"; the vendor's code has caps. Both can be had.
public struct RadarReplayProfile: Hashable, Sendable, Codable {
    /// The most records that wait; `nil` for no limit.
    ///
    /// When one more comes, the oldest goes.
    public var maximumRecords: Int?
    /// Above how many waiting records every fifth is left out of what is stored; `nil` for never.
    public var thinsStoredAbove: Int?
    /// Whether replay `stops` keeps one stop only, and sends it in place of the next update.
    ///
    /// Otherwise every failed stop waits, and all go together with the next update.
    public var keepsOneStop: Bool

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - maximumRecords: 1 or more, a smaller number is taken as 1; `nil` for no limit.
    ///   - thinsStoredAbove: above how many records the stored copy is thinned; `nil` for never.
    ///   - keepsOneStop: whether replay `stops` keeps one stop only.
    public init(maximumRecords: Int? = nil, thinsStoredAbove: Int? = nil, keepsOneStop: Bool = false) {
        self.maximumRecords = maximumRecords.map { max(1, $0) }
        self.thinsStoredAbove = thinsStoredAbove.map { max(0, $0) }
        self.keepsOneStop = keepsOneStop
    }

    /// As the reference of options reads: nothing that should be replayed is dropped.
    public static let complete = RadarReplayProfile()

    /// As the vendor's SDKs do: 120 records (an hour of updates every 30 seconds), thinned above 50 where they are
    /// stored, one stop (Radar SDK for iOS, RadarReplayBuffer, RadarAPIClient).
    public static let vendor = RadarReplayProfile(maximumRecords: 120, thinsStoredAbove: 50, keepsOneStop: true)
}
