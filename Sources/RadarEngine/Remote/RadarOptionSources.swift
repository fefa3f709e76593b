internal import TrackingModel
public import VisitModel

/// Where a device's tracking options come from, and which of them are in force: the server's, else the app's, else the
/// efficient preset.
///
/// Source: Radar SDK for iOS, Radar getTrackingOptions, RadarLocationManager updateTrackingFromMeta.
public struct RadarOptionSources: Hashable, Sendable, Codable {
    /// The phone's operating system.
    public let platform: Platform
    /// What the app set.
    public internal(set) var local: RadarTrackingOptions?
    /// What the app had set before a trip, to be restored after it.
    public internal(set) var beforeTrip: RadarTrackingOptions?
    /// What the server set, whatever the situation.
    public private(set) var remote: RadarTrackingOptions?
    /// What the server set for situations; before `remote`.
    public private(set) var remoteList: [RadarRemoteOptions] = []
    /// The tags of the geofences that the server last saw the device in.
    public private(set) var geofenceTags: Set<String> = []

    /// Makes sources without any options.
    ///
    /// - Parameter platform: the phone's operating system.
    public init(platform: Platform) {
        self.platform = platform
    }

    /// What the server set for a situation; `nil` where it set nothing.
    ///
    /// - Parameter isOnTrip: whether the device is on a trip.
    /// - Returns: the options.
    public func remote(isOnTrip: Bool) -> RadarTrackingOptions? {
        remoteList.isEmpty ? remote : remoteList.options(isOnTrip: isOnTrip, geofenceTags: geofenceTags) ?? remote
    }

    /// The situation that the server set the options in force for; `nil` where they are for any, or the app's.
    ///
    /// - Parameter isOnTrip: whether the device is on a trip.
    /// - Returns: the situation.
    public func situation(isOnTrip: Bool) -> RadarRemoteOptions.Situation? {
        remoteList.entry(isOnTrip: isOnTrip, geofenceTags: geofenceTags)?.situation
    }

    /// The options in force.
    ///
    /// - Parameter isOnTrip: whether the device is on a trip.
    /// - Returns: the options.
    public func effective(isOnTrip: Bool) -> RadarTrackingOptions {
        remote(isOnTrip: isOnTrip) ?? local ?? .presetEfficient(on: platform)
    }

    /// Takes what an answer of the server says of options; what it does not name any more is gone.
    ///
    /// Options for the other platform are taken as none.
    ///
    /// - Parameter meta: the answer's part about the SDK.
    mutating func apply(_ meta: RadarServerMeta) {
        remote = meta.trackingOptions.flatMap { $0.platform == platform ? $0 : nil }
        remoteList = meta.remoteOptions.filter { $0.options.platform == platform }
    }

    /// Takes the tags of the geofences that the server sees the device in.
    mutating func apply(geofenceTags: Set<String>) {
        self.geofenceTags = geofenceTags
    }
}

/// What an answer of the server says about the SDK itself (`meta`).
public struct RadarServerMeta: Hashable, Sendable, Codable {
    /// The options to use from now on; `nil` takes back what was set before.
    public var trackingOptions: RadarTrackingOptions?
    /// The options to use in situations; empty takes back what was set before.
    public var remoteOptions: [RadarRemoteOptions]

    /// Makes a part of an answer.
    ///
    /// - Parameters:
    ///   - trackingOptions: the options to use from now on.
    ///   - remoteOptions: the options to use in situations.
    public init(trackingOptions: RadarTrackingOptions? = nil, remoteOptions: [RadarRemoteOptions] = []) {
        self.trackingOptions = trackingOptions
        self.remoteOptions = remoteOptions
    }
}
