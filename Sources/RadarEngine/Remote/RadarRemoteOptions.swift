internal import TrackingModel
/// Options that the server sets for a situation.
///
/// Source: Radar SDK for iOS, RadarRemoteTrackingOptions.
public struct RadarRemoteOptions: Hashable, Sendable, Codable {
    /// The situation in which the options are effective.
    public var situation: Situation
    /// The options.
    public var options: RadarTrackingOptions
    /// The tags of geofences that match, for `inGeofence`; empty for none.
    public var geofenceTags: Set<String>

    /// A situation for remote options, with the labels of the protocol.
    public enum Situation: String, Hashable, Sendable, CaseIterable, Codable {
        /// At any time.
        case `default`
        /// On a trip.
        case onTrip = "on-trip"
        /// In a geofence with one of the tags.
        case inGeofence = "in-geofence"
    }

    /// Creates remote options; `geofenceTags` are only used for `inGeofence`.
    public init(_ situation: Situation, _ options: RadarTrackingOptions, geofenceTags: Set<String> = []) {
        self.situation = situation
        self.options = options
        self.geofenceTags = geofenceTags
    }
}

extension [RadarRemoteOptions] {
    /// The options for a device's situation; a geofence has precedence over a trip, and a trip over the default.
    ///
    /// - Parameters:
    ///   - isOnTrip: whether the device is on a trip.
    ///   - geofenceTags: the tags of the geofences that the device is in.
    /// - Returns: the options; `nil` where none match the situation.
    public func options(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarTrackingOptions? {
        entry(isOnTrip: isOnTrip, geofenceTags: geofenceTags)?.options
    }

    func entry(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarRemoteOptions? {
        let inGeofence = first { $0.situation == .inGeofence && !$0.geofenceTags.isDisjoint(with: geofenceTags) }
        let onTrip = isOnTrip ? first { $0.situation == .onTrip } : nil
        return inGeofence ?? onTrip ?? first { $0.situation == .default }
    }
}
