internal import Foundation
internal import VisitModel

/// The interval at which a device reports while it moves.
///
/// Phones that save power report densely while they move and fall silent at rest: their silence is a sign of rest. A
/// phone that reports by a timer is as silent on the way. The mean is that of the logarithms, so that a ride without
/// reception hardly changes it; it is derived from the fixes in order of time.
public struct MovingCadence: Hashable, Sendable {
    /// The number of pairs of consecutive fixes between which the device moved, as before the first of them, up to
    /// `limit`.
    public private(set) var pairs: Int
    /// The mean of the logarithms of their intervals, in seconds.
    public private(set) var meanLogSeconds: Double

    /// Whether the device moved before the last fix.
    ///
    /// One movement between two rests shows how far apart these are, and not how often it reports on the way.
    public private(set) var isMoving: Bool

    /// The number of intervals between fixes, moving or not, up to `limit`.
    public private(set) var intervals: Int
    /// About the shortest of the recent ones, in seconds.
    public private(set) var shortestSeconds: Double

    /// Creates the cadence of a device that has sent nothing, or restores one.
    public init(
        pairs: Int = 0,
        meanLogSeconds: Double = 0,
        isMoving: Bool = false,
        intervals: Int = 0,
        shortestSeconds: Double = 0
    ) {
        self.isMoving = isMoving
        self.pairs = min(max(0, pairs), Self.limit)
        self.meanLogSeconds = meanLogSeconds
        self.intervals = min(max(0, intervals), Self.limit)
        self.shortestSeconds = shortestSeconds
    }

    /// The typical interval, in seconds; `nil` until a few movements are known.
    ///
    /// Of a device that has not reported more often than each quarter of an hour it is the shortest interval: it cannot
    /// have reported more often while it moved.
    public var intervalSeconds: Double? {
        if pairs >= Self.fewestPairs { return exp(meanLogSeconds) }
        return intervals >= Self.fewestPairs && shortestSeconds >= Self.rareSeconds ? shortestSeconds : nil
    }

    /// Adds the interval between two consecutive fixes.
    ///
    /// `point` is the coordinate of the later one, converted; `isOnTheMove`: it reports motion.
    mutating func observe(
        from earlier: GeofenceEvaluator.Sighting,
        to fix: Fix,
        at point: EarthPoint,
        accuracyMeters: Double,
        isOnTheMove: Bool
    ) {
        let seconds = earlier.time.seconds(to: fix.time)
        guard seconds >= 1 else { return }
        let wasMoving = isMoving
        isMoving = false
        guard seconds <= Self.longestSeconds else { return }
        shortestSeconds = intervals == 0 ? seconds : min(seconds, shortestSeconds * Self.fading)
        intervals = min(intervals + 1, Self.limit)
        // Most fixes are of a device at rest, and need no exact distance.
        guard earlier.coordinate.longestDistance(to: fix.coordinate) >= Self.leastSpeed * seconds else { return }
        let meters = EarthPoint(earlier.coordinate).distance(to: point)
        guard meters >= Self.leastSpeed * seconds else { return }
        let errorMeters = 0.7 * (earlier.accuracyMeters + accuracyMeters)
        guard isOnTheMove || meters - errorMeters >= Self.walkingSpeed * seconds else { return }
        isMoving = true
        guard wasMoving else { return }
        pairs = min(pairs + 1, Self.limit)
        meanLogSeconds += (log(seconds) - meanLogSeconds) / Double(pairs)
    }

    /// The most pairs of the mean, after which older ones fade.
    private static let limit = 200
    /// The fewest pairs from which an interval is known.
    private static let fewestPairs = 5
    /// The interval from which fixes are rare, in seconds.
    private static let rareSeconds = 900.0
    /// The factor by which the shortest interval is forgotten with each further one.
    private static let fading = 1.01
    /// The longest interval in which a device may have moved all the time, in seconds.
    private static let longestSeconds = 4 * 3600.0
    /// The lowest speed of a device that moved all the time between two fixes, in metres per second.
    private static let leastSpeed = 0.7
    /// The lowest speed beyond the errors of the fixes that shows a movement which no fix reports.
    private static let walkingSpeed = 1.0
}
