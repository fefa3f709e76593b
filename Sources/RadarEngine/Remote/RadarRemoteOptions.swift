internal import TrackingModel

/// Options that the server wants used in a situation.
///
/// Source: Radar SDK for iOS, RadarRemoteTrackingOptions.
public struct RadarRemoteOptions: Hashable, Sendable, Codable {
    /// When they are used.
    public var situation: Situation
    /// The options.
    public var options: RadarTrackingOptions
    /// The kinds of geofences that count, for `inGeofence`; empty for none.
    public var geofenceTags: Set<String>

    /// When remote options are used, with the labels of the wire.
    public enum Situation: String, Hashable, Sendable, CaseIterable, Codable {
        /// At any time.
        case `default`
        /// On a trip.
        case onTrip = "on-trip"
        /// In a geofence of one of the tags.
        case inGeofence = "in-geofence"
    }

    /// Makes remote options.
    ///
    /// - Parameters:
    ///   - situation: when they are used.
    ///   - options: the options.
    ///   - geofenceTags: the kinds of geofences that count, for `inGeofence`.
    public init(_ situation: Situation, _ options: RadarTrackingOptions, geofenceTags: Set<String> = []) {
        self.situation = situation
        self.options = options
        self.geofenceTags = geofenceTags
    }
}

extension [RadarRemoteOptions] {
    /// The options for a device's situation: in a geofence before on a trip before any time.
    ///
    /// - Parameters:
    ///   - isOnTrip: whether the device is on a trip.
    ///   - geofenceTags: the tags of the geofences that the device is in.
    /// - Returns: the options; `nil` where none are for this situation.
    public func options(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarTrackingOptions? {
        entry(isOnTrip: isOnTrip, geofenceTags: geofenceTags)?.options
    }

    func entry(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarRemoteOptions? {
        let inGeofence = first { $0.situation == .inGeofence && !$0.geofenceTags.isDisjoint(with: geofenceTags) }
        let onTrip = isOnTrip ? first { $0.situation == .onTrip } : nil
        return inGeofence ?? onTrip ?? first { $0.situation == .default }
    }
}
