internal import TrackingModel
/// The choices between the vendor's code and its documents, where the two differ.
public struct RadarProfile: Hashable, Sendable, Codable {
    /// The limits of the records kept for a replay.
    public var replay: RadarReplayProfile
    /// Whether on Android an upload without a list of geofences empties the monitored set.
    public var dropsFencesWithoutList: Bool
    /// Whether under `sync` `none` the very first update, each new stop and updates of beacons are uploaded all the
    /// same.
    ///
    /// The document says that `none` uploads no location updates (Radar, "Tracking Options Reference"); the vendor's
    /// code checks those three before `sync` (Radar SDK for iOS, RadarLocationManager handleLocation).
    public var uploadsStopsUnderSyncNone: Bool

    /// Creates a profile.
    public init(
        replay: RadarReplayProfile = .complete,
        dropsFencesWithoutList: Bool = false,
        uploadsStopsUnderSyncNone: Bool = false
    ) {
        self.replay = replay
        self.dropsFencesWithoutList = dropsFencesWithoutList
        self.uploadsStopsUnderSyncNone = uploadsStopsUnderSyncNone
    }

    /// The behaviour that the documents describe.
    public static let documented = RadarProfile()
    /// The behaviour of the vendor's SDKs, including their defect.
    public static let vendor = RadarProfile(
        replay: .vendor,
        dropsFencesWithoutList: true,
        uploadsStopsUnderSyncNone: true
    )
}

extension RadarProfile {
    private enum CodingKeys: String, CodingKey {
        case replay, dropsFencesWithoutList, uploadsStopsUnderSyncNone
    }

    /// Decodes a stored profile; `uploadsStopsUnderSyncNone` is false where an earlier version stored none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            replay: try container.decode(RadarReplayProfile.self, forKey: .replay),
            dropsFencesWithoutList: try container.decode(Bool.self, forKey: .dropsFencesWithoutList),
            uploadsStopsUnderSyncNone: try container.decodeIfPresent(Bool.self, forKey: .uploadsStopsUnderSyncNone)
                ?? false
        )
    }
}
