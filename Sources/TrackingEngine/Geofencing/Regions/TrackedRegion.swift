internal import TrackingModel
public import VisitModel

/// A region that the phone is requested to monitor for the SDK's geofences.
public struct TrackedRegion: Hashable, Sendable, Codable, Identifiable {
    /// The region's name.
    public let id: String
    /// The center of the circle.
    public let center: Coordinate
    /// The circle's radius in metres, more than 0.
    public let radiusMeters: Double
    /// The transitions that are reported.
    public let transitions: Transitions
    /// The transitions that are reported for the phone's state at the addition.
    ///
    /// Android supports this; on iOS the state is queried instead (`GeofencingStep.stateRequests`).
    public let initialTrigger: Transitions
    /// How long the phone has to stay inside until a dwell is reported (Android).
    public let loiteringDelay: Duration

    /// Kinds of transitions, with Android's bits: enter 1, exit 2, dwell 4.
    public struct Transitions: OptionSet, Hashable, Sendable, Codable {
        /// The bits.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// An entry.
        public static let enter = Transitions(rawValue: 1)
        /// An exit.
        public static let exit = Transitions(rawValue: 2)
        /// A dwell (Android).
        public static let dwell = Transitions(rawValue: 4)
    }
}

extension TrackedRegion {
    /// The prefix of the names of geofences' regions on iOS (Transistor types, Geofence; the vendor's logs).
    public static let iosPrefix = "TSGeofenceManager:"
    /// The name of the stationary region, which the motion rules maintain (the vendor's logs).
    public static let stationaryID = "__STATIONARY_REGION__"
    /// The name, Footfall's own, of the region of which the exit triggers the next choice of geofences (Android).
    public static let helperID = "__PROXIMITY_REGION__"
    /// Names that no geofence can have.
    static let reservedIDs: Set<String> = [stationaryID, helperID]

    /// The name of a geofence's region: on Android the geofence's name, on iOS prefixed with `iosPrefix`.
    public static func id(of identifier: String, on platform: Platform) -> String {
        platform == .ios ? iosPrefix + identifier : identifier
    }

    /// The name of a region's geofence; `nil` for the SDK's own regions, on iOS also for those of other app parts.
    public static func identifier(ofRegion id: String, on platform: Platform) -> String? {
        guard !reservedIDs.contains(id) else { return nil }
        guard platform == .ios else { return id }
        return id.hasPrefix(iosPrefix) ? String(id.dropFirst(iosPrefix.count)) : nil
    }
}
