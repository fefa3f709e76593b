/// Where tracking follows the vendor's code rather than what its documents say.
public struct RadarProfile: Hashable, Sendable, Codable {
    /// How much of what failed is kept.
    public var replay: RadarReplayProfile
    /// Whether on Android an upload that brings no list of geofences empties the set that is watched.
    public var dropsFencesWithoutList: Bool

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - replay: how much of what failed is kept.
    ///   - dropsFencesWithoutList: whether on Android an upload without a list empties the set.
    public init(replay: RadarReplayProfile = .complete, dropsFencesWithoutList: Bool = false) {
        self.replay = replay
        self.dropsFencesWithoutList = dropsFencesWithoutList
    }

    /// As the documents say.
    public static let documented = RadarProfile()
    /// As the vendor's SDKs do, with their defect.
    public static let vendor = RadarProfile(replay: .vendor, dropsFencesWithoutList: true)
}
