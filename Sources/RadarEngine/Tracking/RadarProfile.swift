internal import TrackingModel

/// Where tracking follows the vendor's code rather than what its documents say.
public struct RadarProfile: Hashable, Sendable, Codable {
    /// How much of what failed is kept.
    public var replay: RadarReplayProfile
    /// Whether on Android an upload that brings no list of geofences empties the set that is watched.
    public var dropsFencesWithoutList: Bool
    /// Whether under `sync` `none` the very first update, each new stop and updates of beacons are uploaded all the same.
    ///
    /// The document says that `none` uploads no location updates (Radar, "Tracking Options Reference"); the vendor's code
    /// asks for those three before it looks at `sync` (Radar SDK for iOS, RadarLocationManager handleLocation).
    public var uploadsStopsUnderSyncNone: Bool

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - replay: how much of what failed is kept.
    ///   - dropsFencesWithoutList: whether on Android an upload without a list empties the set.
    ///   - uploadsStopsUnderSyncNone: whether `sync` `none` lets the first update, new stops and beacons pass.
    public init(
        replay: RadarReplayProfile = .complete,
        dropsFencesWithoutList: Bool = false,
        uploadsStopsUnderSyncNone: Bool = false
    ) {
        self.replay = replay
        self.dropsFencesWithoutList = dropsFencesWithoutList
        self.uploadsStopsUnderSyncNone = uploadsStopsUnderSyncNone
    }

    /// As the documents say.
    public static let documented = RadarProfile()
    /// As the vendor's SDKs do, with their defect.
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

    /// Reads a stored profile; one of an earlier version has nothing to say of `sync` `none`.
    ///
    /// - Parameter decoder: holds what was encoded.
    /// - Throws: `DecodingError` for anything else.
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
