internal import Foundation
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
    /// The interval at which the device reports while it moves, in seconds; `nil` where it is not known.
    public var movingIntervalSeconds: Double?
    /// Whether the device crossed the edge faster than anything travels, within minutes: its positions are not its own.
    public var isJump: Bool

    /// Creates a boundary.
    public init(
        earliest: Timestamp,
        latest: Timestamp,
        gapSeconds: Double?,
        edgeMeters: Double,
        motion: Motion,
        movingIntervalSeconds: Double? = nil,
        isJump: Bool = false
    ) {
        self.isJump = isJump
        self.movingIntervalSeconds = movingIntervalSeconds
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
    /// The slowest way between the edge of a fence and the place in it, in metres per second, with stairs and car parks.
    ///
    /// On labelled phones the edge of a circle of 150 m is crossed up to 270 s after the departure from the door.
    static let doorSpeed = 0.5
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

extension StayBoundary {
    /// The certainty that the positions moved and the device did not, 0...1.
    ///
    /// A device that reports movements densely, and is not known to have moved, crossed a distance on which it would have
    /// sent several fixes, and sent none: 0 for one and a half of them, 1 from four on. Or it would have had to run, from
    /// rest to rest: 0 up to 150 m, by which positions may be late, 1 from 250 m on. One that was silent for half an
    /// hour may have been asleep: phones wake up minutes after a departure.
    var unseenMove: Double {
        guard motion != .moving, let gapSeconds, let movingIntervalSeconds else { return 0 }
        let walkSeconds = min(max(0, edgeMeters), Self.walkMeters) / Self.briskSpeed
        guard gapSeconds >= walkSeconds / 2.5 else { return min(1, max(0, (edgeMeters - 150) / 100)) }
        let seconds = min(gapSeconds, max(walkSeconds, max(0, edgeMeters) / Self.rideSpeed))
        let isUnseen = min(1, max(0, log(max(1, seconds) / max(1, movingIntervalSeconds) / 1.5) / log(4 / 1.5)))
        return isUnseen * min(1, max(0, (Self.sleepSeconds - gapSeconds) / (Self.sleepSeconds / 2)))
    }

    /// The certainty that the device was at rest just beyond the edge, 0...1: up to 60 m, fading out at 150 m.
    var restNextDoor: Double {
        // Where the fix is not beyond the edge, none shows where the device was.
        guard motion != .moving, gapSeconds != nil, edgeMeters > 0 else { return 0 }
        return min(1, max(0, (150 - edgeMeters) / 90))
    }

    /// The gap in fixes, in seconds, from which a phone may have been asleep.
    private static let sleepSeconds = 1800.0

    /// The farthest that a member is assumed to walk and not to drive, in metres.
    private static let walkMeters = 400.0
    /// The speed of a drive in a city, in metres per second, with the way to the car.
    private static let rideSpeed = 8.0

    /// Whether a device would have had to cross the edge nearly as fast as the policy's highest speed, within minutes.
    ///
    /// Nothing on roads is as fast; after a longer time a flight is as likely.
    static func isJump(edgeMeters: Double, gapSeconds: Double, _ policy: EvaluationPolicy.Hygiene) -> Bool {
        guard let limit = policy.maximumImpliedSpeed, gapSeconds <= longestJumpSeconds else { return false }
        return edgeMeters - jumpErrorMeters > jumpShare * limit * max(1, gapSeconds)
    }

    static let longestJumpSeconds = 900.0
    /// The share of the policy's highest speed from which a crossing is a jump: 151 km/h by the standard policy.
    private static let jumpShare = 0.7
    /// The error that the two fixes of a jump have together at most, in metres.
    private static let jumpErrorMeters = 300.0

    /// The certainty that the device would have reported a movement in the gap, 0...1.
    ///
    /// 0 where the gap is up to three times the interval at which it reports while it moves, 1 from thirty times on. A
    /// device that reports every ten minutes or less often would not have reported it.
    var silence: Double { movingIntervalSeconds.map { Self.silence(of: gapSeconds ?? 0, interval: $0) } ?? 0 }

    static func silence(of gapSeconds: Double, interval: Double) -> Double {
        let density = min(1, max(0, log(600 / max(1, interval)) / log(5)))
        return density * min(1, max(0, log10(max(1, gapSeconds) / (3 * max(1, interval)))))
    }

    /// How much longer the gap is than a walk over its distance, as a common logarithm, -1...1.5.
    ///
    /// 0 where a walk takes as long as the gap: the device may have moved all the time. 1 where it takes a tenth. A gap
    /// counts for an hour at most: in a longer one a device may as well have been away and come back.
    var spareTime: Double { gapSeconds.map { Self.spareTime(in: $0, edgeMeters: edgeMeters) } ?? 0 }

    static func spareTime(in gapSeconds: Double, edgeMeters: Double) -> Double {
        let seconds = min(longestGapSeconds, max(1, gapSeconds))
        return min(1.5, max(-1, log10(seconds * briskSpeed / (max(0, edgeMeters) + fixErrorMeters))))
    }

    /// Whether a device rested inside in a gap after which the silence limit would end its stay.
    static func isLongRest(gapSeconds: Double, edgeMeters: Double, movingIntervalSeconds: Double?) -> Bool {
        guard let movingIntervalSeconds else { return false }
        return silence(of: gapSeconds, interval: movingIntervalSeconds) >= 0.5
            && spareTime(in: gapSeconds, edgeMeters: edgeMeters) >= 1
    }

    /// The certainty that the device rested near by in the gap, as evidence for a stay: 0...0.85.
    ///
    /// 0 where a walk takes a quarter of the gap or more: the device may as well have been elsewhere.
    var restBySilence: Double { silence * max(0, spareTime - Self.nearSpareTime) }

    /// Whether the gap was rest: the device reports movements densely, and a walk explains a quarter of it at most.
    var isRestBySilence: Bool { silence >= 0.5 && spareTime >= Self.nearSpareTime }

    static let nearSpareTime = 0.65

    /// Whether the gap is an ordinary one of a device that rarely reports on the way either, 0...1.
    ///
    /// Such a device does not report because it arrives or leaves: a fix inside is as likely as the stay is long. Rare
    /// are fixes more than twenty minutes apart: in less time a walk past may look like a visit.
    var ordinariness: Double {
        guard let gapSeconds, let interval = movingIntervalSeconds else { return 0 }
        let isRare = min(1, max(0, 2 * log2(max(1, interval) / 1200)))
        return isRare * min(1, max(0, log(3 * interval / max(1, gapSeconds)) / log(3)))
    }

    private static let longestGapSeconds = 3600.0
    /// The error of a fix at the end of a gap, in metres.
    private static let fixErrorMeters = 50.0
    /// The speed of a walk without a stop, in metres per second.
    private static let briskSpeed = 1.4
    /// The certainty that the device moved on in the gap and did not report it, although it reports movements densely,
    /// 0...1: its app did not run.
    var unreportedMove: Double { silence * max(0, 1 - max(0, spareTime) / Self.nearSpareTime) }

    /// The longest time before the first fix inside for which the device can have been there, in seconds; `nil` for all
    /// of the gap.
    ///
    /// After hours one that reports movements densely was at rest elsewhere till shortly before. Where nothing shows when
    /// it came, its app has just been started.
    func longestUnseenSeconds(_ policy: EvaluationPolicy.Visits) -> Double? {
        if isUnknown(policy) { return Self.startSeconds }
        guard let gapSeconds, gapSeconds > policy.silenceLimitSeconds ?? .infinity else { return nil }
        return silence >= 0.5 ? Self.resumeSeconds : nil
    }

    /// The longest time in which an app finds its position after its start, in seconds.
    private static let startSeconds = 120.0

    /// Whether no fix shows when the device came: there was none before, or not for longer than a stay lasts without one.
    func isUnknown(_ policy: EvaluationPolicy.Visits) -> Bool {
        guard let gapSeconds else { return true }
        let limit = policy.longestGapSeconds(
            isStationary: motion == .resting,
            movingIntervalSeconds: movingIntervalSeconds
        )
        return gapSeconds > limit ?? .infinity
    }

    /// The longest time from a departure to the first fix of a device that reports movements densely, in seconds,
    /// besides the way from the edge: labelled phones of 2019 needed a median of 160 to 240 s.
    private static let resumeSeconds = 900.0

    /// With the earliest exit that the silence after the last fix inside leaves.
    func narrowedBySilence(after lastInside: Timestamp) -> StayBoundary {
        var boundary = self
        if let rested = likelyEarliest(after: lastInside) { boundary.earliest = min(latest, max(earliest, rested)) }
        return boundary
    }

    /// The earliest likely exit, where the gap after the last fix inside was rest; `nil` where it was not.
    func likelyEarliest(after lastInside: Timestamp) -> Timestamp? {
        guard isRestBySilence, let gapSeconds else { return nil }
        let seconds = gapSeconds - max(0, edgeMeters) / Self.slowestSpeed - Self.resumeSeconds
        return lastInside.advanced(bySeconds: max(0, seconds))
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
