internal import TrackingModel
public import VisitModel

/// A region that the phone is asked to watch for Radar.
public struct RadarRegion: Hashable, Sendable, Codable, Identifiable {
    /// The region's name; all of Radar's begin with `radar_`.
    public let id: String
    /// The centre of the circle.
    public let center: Coordinate
    /// The circle's radius in metres, more than 0.
    public let radiusMeters: Double
    /// Which transitions are told.
    public let transitions: RadarRegionTransitions
    /// Which are told at once, of the state at the addition (Android); Radar names them, because Google's default is
    /// another.
    public let initialTrigger: RadarRegionTransitions
    /// How long the device has to stay inside until a dwell is told (Android).
    public let dwellDelay: Duration

    /// Whether a name is one of Radar's.
    ///
    /// - Parameter id: the name of a region.
    /// - Returns: true for those that Radar's own rules make.
    public static func isRadar(_ id: String) -> Bool { id.hasPrefix("radar_") }
}

/// Kinds of transitions of a region, with Android's bits: enter 1, exit 2, dwell 4.
public struct RadarRegionTransitions: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Takes bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Going in.
    public static let enter = RadarRegionTransitions(rawValue: 1)
    /// Going out.
    public static let exit = RadarRegionTransitions(rawValue: 2)
    /// Having stayed inside (Android).
    public static let dwell = RadarRegionTransitions(rawValue: 4)
}

/// What the phone is asked to watch no longer, and then what to watch from now on.
public struct RadarRegionChange: Hashable, Sendable {
    /// The names of the regions that go, first.
    public var removed: [String]
    /// The regions that come, then.
    public var added: [RadarRegion]

    /// Makes a change; without arguments, none.
    ///
    /// - Parameters:
    ///   - removed: the names of the regions that go.
    ///   - added: the regions that come.
    public init(removed: [String] = [], added: [RadarRegion] = []) {
        self.removed = removed
        self.added = added
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { removed.isEmpty && added.isEmpty }
}

extension RadarTrackingOptions {
    /// How long a device stays in a region until Android tells a dwell: `stopDuration` and 10 s.
    var dwellDelay: Duration { stopDuration.duration + .seconds(10) }
}
