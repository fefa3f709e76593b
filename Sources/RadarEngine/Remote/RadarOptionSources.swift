internal import TrackingModel
public import VisitModel

/// The sources of a device's tracking options; effective are the server's, otherwise the app's, otherwise the efficient
/// preset.
///
/// Source: Radar SDK for iOS, Radar getTrackingOptions, RadarLocationManager updateTrackingFromMeta.
public struct RadarOptionSources: Hashable, Sendable, Codable {
    /// The phone's operating system.
    public let platform: Platform
    /// The options set by the app.
    public internal(set) var local: RadarTrackingOptions?
    /// The app's options before a trip, to be restored after it.
    public internal(set) var beforeTrip: RadarTrackingOptions?
    /// The options set by the server for any situation.
    public private(set) var remote: RadarTrackingOptions?
    /// The options set by the server for particular situations; they have precedence over `remote`.
    public private(set) var remoteList: [RadarRemoteOptions] = []
    /// The tags of the geofences that the server last saw the device in.
    public private(set) var geofenceTags: Set<String> = []

    /// Creates sources without any options.
    public init(platform: Platform) { self.platform = platform }

    /// The server's options for the current situation; `nil` where it set none.
    public func remote(isOnTrip: Bool) -> RadarTrackingOptions? {
        remoteList.isEmpty ? remote : remoteList.options(isOnTrip: isOnTrip, geofenceTags: geofenceTags) ?? remote
    }

    /// The situation for which the server set the effective options; `nil` where they are for any, or the app's.
    public func situation(isOnTrip: Bool) -> RadarRemoteOptions.Situation? {
        remoteList.entry(isOnTrip: isOnTrip, geofenceTags: geofenceTags)?.situation
    }

    /// The effective options.
    public func effective(isOnTrip: Bool) -> RadarTrackingOptions {
        remote(isOnTrip: isOnTrip) ?? local ?? .presetEfficient(on: platform)
    }

    /// Options that are missing from the response are removed, those for the other platform ignored.
    mutating func apply(_ meta: RadarServerMeta) {
        remote = meta.trackingOptions.flatMap { $0.platform == platform ? $0 : nil }
        remoteList = meta.remoteOptions.filter { $0.options.platform == platform }
    }

    mutating func apply(geofenceTags: Set<String>) { self.geofenceTags = geofenceTags }
}

/// The part of a server's response about the SDK itself (`meta`).
public struct RadarServerMeta: Hashable, Sendable, Codable {
    /// The options to use from now on; `nil` removes those set before.
    public var trackingOptions: RadarTrackingOptions?
    /// The options for particular situations; empty removes those set before.
    public var remoteOptions: [RadarRemoteOptions]

    /// Creates the part of a response.
    public init(trackingOptions: RadarTrackingOptions? = nil, remoteOptions: [RadarRemoteOptions] = []) {
        self.trackingOptions = trackingOptions
        self.remoteOptions = remoteOptions
    }
}

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
    /// The options for a device's situation: a geofence has precedence over a trip, and a trip over the default.
    public func options(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarTrackingOptions? {
        entry(isOnTrip: isOnTrip, geofenceTags: geofenceTags)?.options
    }

    func entry(isOnTrip: Bool, geofenceTags: Set<String>) -> RadarRemoteOptions? {
        let inGeofence = first { $0.situation == .inGeofence && !$0.geofenceTags.isDisjoint(with: geofenceTags) }
        let onTrip = isOnTrip ? first { $0.situation == .onTrip } : nil
        return inGeofence ?? onTrip ?? first { $0.situation == .default }
    }
}
