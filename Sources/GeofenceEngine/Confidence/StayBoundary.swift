public import VisitModel

/// What the fixes before a stay say of its beginning, or those after it of its end.
public struct StayBoundary: Hashable, Sendable {
    /// The earliest moment at which the edge can have been crossed.
    public var earliest: Timestamp
    /// The latest moment at which the edge can have been crossed.
    public var latest: Timestamp
    /// The time between the fix inside and the nearest fix outside, in seconds; `nil` where there was none.
    public var gapSeconds: Double?
    /// How far beyond the edge that fix lay, in metres.
    public var edgeMeters: Double
    /// Whether the device moved or rested there.
    public var motion: Motion

    /// Creates a boundary, fresh or from stored parts.
    public init(earliest: Timestamp, latest: Timestamp, gapSeconds: Double?, edgeMeters: Double, motion: Motion) {
        self.earliest = earliest
        self.latest = max(earliest, latest)
        self.gapSeconds = gapSeconds
        self.edgeMeters = edgeMeters
        self.motion = motion
    }

    /// Whether a device moved, by the speeds that it reports or by two fixes.
    public enum Motion: UInt8, Hashable, Sendable, CaseIterable {
        /// Neither can be said.
        case unknown = 0
        /// It stayed at one place.
        case resting = 1
        /// It moved.
        case moving = 2
    }
}

extension StayBoundary {
    /// A fix lies clearly on one side of an edge that is this many times its accuracy away: 99 % of a two-dimensional
    /// normal distribution lie within 1.4 times the distance, and nearly all on one side of a line at it.
    static let clearAccuracies = 1.3
    /// How fast a member walks, in metres per second.
    static let walkingSpeed = 1.3
    /// The slowest walk to or from a place, in metres per second.
    static let slowestSpeed = 0.7
    /// How fast a member travels at most between an edge and a fix far away, in metres per second: a car on a fast road.
    private static let fastestSpeed = 20.0
    /// Two fixes within this many metres of each other may be of a device at rest.
    fileprivate static let restMeters = 120.0

    /// How far from the edge a phone on the move has just left or is about to come, in metres: nine minutes on foot, for
    /// systems report an exit minutes late.
    private static let nearMeters = 700.0

    /// Whether the device was seen on the move near by.
    var isSeenMovingNear: Bool { motion == .moving && (0...Self.nearMeters).contains(edgeMeters) }

    /// How much of what happened at the edge was not seen, 0...1: by the gap in fixes, up to half an hour; 0 where the
    /// device was seen on the move near by.
    var unseenShare: Double {
        guard let gapSeconds, !isSeenMovingNear else { return 0 }
        return min(1, max(0, gapSeconds) / 1800)
    }

    /// The latest moment of an exit, where a first fix outside is believed that lay near the edge.
    func likelyLatest(after lastInside: Timestamp) -> Timestamp {
        guard edgeMeters > 0, let gapSeconds else { return latest }
        return min(latest, lastInside.advanced(bySeconds: gapSeconds))
    }

    /// The seconds that a way takes at least.
    static func fastestSeconds(meters: Double) -> Double { max(0, meters) / fastestSpeed }

    /// The latest moment of an entry that a fix shows: later than it where its accuracy circle reaches over the edge.
    static func latestEntry(_ time: Timestamp, depthMeters: Double, accuracyMeters: Double) -> Timestamp {
        time.advanced(bySeconds: max(0, clearAccuracies * accuracyMeters - depthMeters) / walkingSpeed)
    }
}

extension StayBoundary.Motion {
    /// What two fixes of one device show.
    ///
    /// - Parameters:
    ///   - meters: the distance between them.
    ///   - seconds: the time between them.
    ///   - errorMeters: the sum of their accuracies.
    init(meters: Double, seconds: Double, errorMeters: Double) {
        // Two independent errors add up to 0.7 of their sum, where they are equal.
        let speed = max(0, meters - 0.7 * errorMeters) / max(1, seconds)
        if speed >= 0.5 {
            self = .moving
        } else if meters <= StayBoundary.restMeters, speed < 0.2, seconds >= 45 {
            self = .resting
        } else {
            self = .unknown
        }
    }
}
