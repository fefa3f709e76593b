internal import Foundation

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
    func isAbsent(logOddsOutside: Double) -> Bool {
        logOddsOutside > 0 && logOddsOutside >= log(absenceOdds)
    }
}
