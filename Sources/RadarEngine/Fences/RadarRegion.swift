internal import TrackingModel
public import VisitModel

/// A region that the phone monitors for Radar.
public struct RadarRegion: Hashable, Sendable, Codable, Identifiable {
    /// The region's identifier; all of Radar's begin with `radar_`.
    public let id: String
    /// The centre of the circle.
    public let center: Coordinate
    /// The circle's radius in metres, more than 0.
    public let radiusMeters: Double
    /// The transitions that are reported.
    public let transitions: RadarRegionTransitions
    /// The transitions that are reported at once for the state at registration (Android); Radar sets them, because
    /// Google's default differs.
    public let initialTrigger: RadarRegionTransitions
    /// How long the device must stay inside until a dwell is reported (Android).
    public let dwellDelay: Duration

    /// Whether a region's identifier is one of Radar's.
    public static func isRadar(_ id: String) -> Bool { id.hasPrefix("radar_") }
}

/// Transitions of a region, with Android's bits: enter 1, exit 2, dwell 4.
public struct RadarRegionTransitions: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Creates transitions from the bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The device enters.
    public static let enter = RadarRegionTransitions(rawValue: 1)
    /// The device exits.
    public static let exit = RadarRegionTransitions(rawValue: 2)
    /// The device has stayed inside (Android).
    public static let dwell = RadarRegionTransitions(rawValue: 4)
}

/// The regions to remove and then to add.
public struct RadarRegionChange: Hashable, Sendable {
    /// The identifiers of the regions to remove, first.
    public var removed: [String]
    /// The regions to add afterwards.
    public var added: [RadarRegion]

    /// Creates a change; without arguments an empty one.
    public init(removed: [String] = [], added: [RadarRegion] = []) {
        self.removed = removed
        self.added = added
    }
}
