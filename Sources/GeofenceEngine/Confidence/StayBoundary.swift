public import VisitModel

/// Bounds of the beginning of a stay from the fixes before it, or of its end from the fixes after it.
public struct StayBoundary: Hashable, Sendable {
    /// The earliest moment at which the edge can have been crossed.
    public var earliest: Timestamp
    /// The latest moment at which the edge can have been crossed.
    public var latest: Timestamp
    /// The time between the fix inside and the nearest fix outside, in seconds; `nil` where there was none.
    public var gapSeconds: Double?
    /// The distance of that fix beyond the edge, in metres.
    public var edgeMeters: Double
    /// Whether the device moved or rested there.
    public var motion: Motion

    /// Creates a boundary.
    public init(earliest: Timestamp, latest: Timestamp, gapSeconds: Double?, edgeMeters: Double, motion: Motion) {
        self.earliest = earliest
        self.latest = max(earliest, latest)
        self.gapSeconds = gapSeconds
        self.edgeMeters = edgeMeters
        self.motion = motion
    }

    /// Whether a device moved, by the speeds that it reports or by two fixes.
    public enum Motion: UInt8, Hashable, Sendable, CaseIterable {
        /// Neither is known.
        case unknown = 0
        /// It stayed at one place.
        case resting = 1
        /// It moved.
        case moving = 2
    }
}

extension StayBoundary {
    /// The distance from an edge, in accuracies, from which a fix lies clearly on one side.
    ///
    /// 99 % of a two-dimensional normal distribution lie within 1.4 times the distance, and nearly all on one side of a
    /// line at it.
    static let clearAccuracies = 1.3
    /// The time by which a corrected clock may still be ahead, in seconds: the lead that does not change its offset.
    static let correctedClockSeconds = Double(ClockEstimate.steadiness) / 1000
    /// The walking speed of a member, in metres per second.
    static let walkingSpeed = 1.3
    /// The slowest walk to or from a place, in metres per second.
    static let slowestSpeed = 0.7
    /// The highest travel speed between an edge and a distant fix, in metres per second: a car on a fast road.
    private static let fastestSpeed = 20.0
    /// The largest distance, in metres, between two fixes of a device at rest.
    fileprivate static let restMeters = 120.0

    /// The distance from the edge within which a phone on the move has just left or is about to enter, in metres.
    ///
    /// Nine minutes on foot, because systems report an exit minutes late.
    private static let nearMeters = 700.0

    var isSeenMovingNear: Bool { motion == .moving && (0...Self.nearMeters).contains(edgeMeters) }

    /// The share of the crossing that was not observed, 0...1: by the gap in fixes, up to half an hour.
    ///
    /// 0 where the device was seen on the move near the edge.
    var unseenShare: Double {
        guard let gapSeconds, !isSeenMovingNear else { return 0 }
        return min(1, max(0, gapSeconds) / 1800)
    }

    /// The latest moment of an exit, if a first fix outside near the edge is trusted.
    func likelyLatest(after lastInside: Timestamp) -> Timestamp {
        guard edgeMeters > 0, let gapSeconds else { return latest }
        return min(latest, lastInside.advanced(bySeconds: gapSeconds))
    }

    /// The shortest travel time over a distance, in seconds.
    static func fastestSeconds(meters: Double) -> Double { max(0, meters) / fastestSpeed }

    /// The latest moment of an entry shown by a fix.
    ///
    /// It is later than the fix where its accuracy circle reaches over the edge.
    static func latestEntry(_ time: Timestamp, depthMeters: Double, accuracyMeters: Double) -> Timestamp {
        time.advanced(bySeconds: max(0, clearAccuracies * accuracyMeters - depthMeters) / walkingSpeed)
    }
}

extension StayBoundary.Motion {
    /// Infers the motion from two fixes of one device.
    init(meters: Double, seconds: Double, errorMeters: Double) {
        // Two equal independent errors add up to 0.7 of their sum.
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
