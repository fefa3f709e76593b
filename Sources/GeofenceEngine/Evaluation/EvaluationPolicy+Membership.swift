internal import Foundation
internal import VisitModel

extension EvaluationPolicy.Evaluation {
    @inline(__always)
    func isUsable(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard let accuracyLimitMeters else { return true }
        return accuracyMeters <= max(accuracyLimitMeters, breadthMeters / 2)
    }

    /// Whether a fix lies inside with a probability of about one half or more.
    ///
    /// For a circle of radius r and a fix at distance d with a standard deviation σ each way, P(inside) is close to
    /// Φ((r - √(d² + σ²)) / σ) (within 0.03 of the exact non-central χ² while σ < r/2). It is one half where the root
    /// mean square of the distance is the radius. There the exact probability is 0.49 while accuracy < 3r/4 and falls
    /// to 0.39 at 1.5r, where the last fix passes. σ = accuracy / 1.5096, because 68 % of a Rayleigh distribution lie
    /// within 1.5096 σ. A polygon is treated as a circle of its breadth, its edge as that circle's edge.
    @inline(__always)
    func isInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard edgeMeters <= 0 else { return false }
        guard weighsAccuracy else { return true }
        let sigma = accuracyMeters / PositionSum.accuracyPerDeviation
        // A fence is at least as broad as the fix is deep inside it.
        let radius = max(breadthMeters, -edgeMeters)
        let distance = edgeMeters + radius
        return distance * distance + sigma * sigma <= radius * radius
    }

    /// Whether a fix is too coarse to decide for a fence by itself.
    ///
    /// Even in the middle of the fence it would be inside with a probability of at most about 0.84. Such fixes decide
    /// together, by their mean position.
    @inline(__always)
    func isCoarse(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        weighsAccuracy && accuracyMeters > 0.75 * breadthMeters
    }

    /// Whether a fix is inside without the help of other fixes or of a report.
    ///
    /// With an OS transition report of the same, two sources agree, and the entry is presumed at once.
    func decidesInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        isUsable(accuracyMeters: accuracyMeters, breadthMeters: breadthMeters)
            && !isCoarse(accuracyMeters: accuracyMeters, breadthMeters: breadthMeters)
            && isInside(edgeMeters: edgeMeters, accuracyMeters: accuracyMeters, breadthMeters: breadthMeters)
    }

    /// Whether a fix too inaccurate to change a fence's state still shows that the device is elsewhere.
    func excludes(edgeMeters: Double, accuracyMeters: Double) -> Bool {
        weighsAccuracy && edgeMeters > 1.5 * accuracyMeters + exitBufferMeters
    }

    /// Whether a fix lies clearly beyond the edge: all of its accuracy circle outside the buffer.
    @inline(__always)
    func isBeyond(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        edgeMeters - (weighsAccuracy ? accuracyMeters : 0) > exitBufferMeters(breadthMeters: breadthMeters)
    }

    /// The distance beyond the edge of a fence, in metres, from which a fix can be the first one of an exit.
    @inline(__always)
    func exitBufferMeters(breadthMeters: Double) -> Double {
        max(exitBufferMeters, exitBufferShare * breadthMeters)
    }

    /// The seconds since a device first seen outside after a gap in fixes crossed the edge.
    ///
    /// A device on the move covers the first `nearbyMeters` at its own speed. The rest of the way, or the whole way
    /// without a reported speed in metres per second, is covered at `travelSpeed`.
    func secondsFromEdge(meters: Double, speed: Double?) -> Double {
        guard let speed, speed >= movingSpeed else { return meters / travelSpeed }
        let near = min(meters, Self.nearbyMeters)
        return near / speed + (meters - near) / max(speed, travelSpeed)
    }

    /// A late exit report comes within five or six minutes on foot.
    static let nearbyMeters = 500.0
}

extension EvaluationPolicy.Evaluation {
    /// The log odds of inside against outside that one fix contributes.
    ///
    /// P(inside) is Φ(z) with the z of `isInside`, so the sign agrees with that rule. ln(Φ / (1 - Φ)) is 1.5976 z +
    /// 0.070566 z³ within 0.0002 of the probability (Page, Applied Statistics 26, 1977). The log odds of fixes with
    /// independent errors add up. The share of outliers bounds the contribution of each.
    @inline(__always)
    func logOddsInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Double {
        guard weighsAccuracy, outlierShare > 0 else { return 0 }
        let sigma = accuracyMeters / PositionSum.accuracyPerDeviation
        let radius = max(breadthMeters, -edgeMeters)
        let distance = edgeMeters + radius
        let bound = largestLogOdds
        let z = (radius - (distance * distance + sigma * sigma).squareRoot()) / sigma
        return min(max(z * (1.5976 + 0.070566 * z * z), -bound), bound)
    }

    /// The bound of a single fix, from the share of outliers.
    @inline(__always)
    var largestLogOdds: Double { outlierShare > 0 ? log((1 - outlierShare) / outlierShare) : 0 }

    /// Whether combined log odds show that the device was outside.
    func isAbsent(logOddsOutside: Double) -> Bool { logOddsOutside > 0 && logOddsOutside >= log(absenceOdds) }
}
