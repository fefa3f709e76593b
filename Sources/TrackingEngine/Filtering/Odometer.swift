internal import TrackingModel
internal import Foundation
internal import VisitModel

/// The distance travelled in metres, as the SDK counts it.
///
/// The distance between two fixes is reduced by their combined accuracy, unless the fix is accurate to 10 m; it is
/// smoothed by a one-dimensional Kalman filter, and a step far beyond the previous ones is rejected. Constants and
/// order: Transistor headers, TSOdometer. Of its two tests for such a step (three times the mean of the last five,
/// three times the distance filter) both have to fail here: either alone would reject every step of a car that leaves a
/// town.
struct Odometer: Hashable, Sendable, Codable {
    /// The distance so far, in metres.
    private(set) var meters: Double = 0
    /// The square root of the sum of the squared accuracies of all counted fixes, in metres.
    var errorMeters: Double { errorSquared.squareRoot() }

    private var errorSquared: Double = 0
    private var last: Fix?
    private var steps: [Double] = []
    private var variance: Double = 1
    private var estimate: Double = 0
    private var noiseFactor: Double = 1

    /// Sets the value, where less than 0 counts as 0, and continues from `fix`; `nil` counts from the next fix on.
    mutating func set(_ meters: Double, at fix: Fix?) {
        self = Odometer()
        self.meters = max(0, meters)
        last = fix
    }

    /// Counts the distance to a fix, which must be later than every earlier one, and returns the metres added.
    ///
    /// `distanceFilterMeters` is the current filter, elasticity included.
    @discardableResult
    mutating func count(_ fix: Fix, _ rules: FilterRules, distanceFilterMeters: Double) -> Double {
        guard let accuracy = fix.horizontalAccuracy, accuracy <= rules.odometerAccuracyMeters,
            last.map({ fix.time > $0.time }) ?? true
        else { return 0 }
        defer {
            last = fix
            errorSquared += accuracy * accuracy
        }
        guard let last, let before = last.horizontalAccuracy else { return 0 }
        let raw = last.coordinate.meters(to: fix.coordinate)
        let doubt = (accuracy * accuracy + before * before).squareRoot()
        let step = accuracy <= Self.exactMeters ? raw : max(0, raw - doubt)
        guard step > 0 else { return 0 }
        let added = rules.smoothsOdometer ? smoothed(step, accuracy, distanceFilterMeters) : step
        meters += added
        return added
    }

    /// The smoothed step; 0 where it is rejected.
    private mutating func smoothed(_ step: Double, _ accuracy: Double, _ distanceFilter: Double) -> Double {
        if steps.isEmpty { estimate = step }
        let mean = steps.isEmpty ? nil : steps.reduce(0, +) / Double(steps.count)
        if let mean, steps.count == Self.window, step > 3 * mean, step > 3 * distanceFilter { return 0 }
        steps.append(step)
        if steps.count > Self.window { steps.removeFirst() }
        let measured = min(max(accuracy * accuracy, 4), 10_000) * noiseFactor
        let drift = max(0.3 * distanceFilter, Self.leastDriftMeters)
        variance += min(max(drift * drift, 0.1), 400)
        let innovation = step - estimate
        let normalized = innovation * innovation / (variance + measured)
        let gain = variance / (variance + measured)
        estimate += gain * innovation
        variance *= 1 - gain
        // The fixes are worse, or better, than their accuracy claims.
        if normalized > 1.2 { noiseFactor = min(noiseFactor * 1.02, 4) }
        if normalized < 0.8 { noiseFactor = max(noiseFactor * 0.98, 0.25) }
        return max(0, estimate)
    }

    private static let exactMeters = 10.0
    private static let window = 5
    private static let leastDriftMeters = 1.0
}
