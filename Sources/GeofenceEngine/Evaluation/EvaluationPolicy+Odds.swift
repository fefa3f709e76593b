internal import Foundation

extension EvaluationPolicy.Evaluation {
    /// How much likelier a fix makes it that the device is inside than that it is outside: the logarithm of the odds.
    ///
    /// P(inside) is Φ(z) with the z of `isInside`, so the sign is that rule's answer; ln(Φ / (1 - Φ)) is
    /// 1.5976 z + 0.070566 z³ within 0.0002 of the probability (Page, Applied Statistics 26, 1977). Fixes that err
    /// independently of each other speak together by the sum. The share of outliers bounds what each can say.
    @inline(__always)
    func logOddsInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Double {
        guard weighsAccuracy, outlierShare > 0 else { return 0 }
        let sigma = accuracyMeters / 1.5096
        let radius = max(breadthMeters, -edgeMeters)
        let distance = edgeMeters + radius
        let bound = largestLogOdds
        let z = (radius - (distance * distance + sigma * sigma).squareRoot()) / sigma
        return min(max(z * (1.5976 + 0.070566 * z * z), -bound), bound)
    }

    /// The most that one fix can say, as a logarithm of odds.
    @inline(__always)
    var largestLogOdds: Double { outlierShare > 0 ? log((1 - outlierShare) / outlierShare) : 0 }

    /// Whether fixes that together have such odds show that the device was not there.
    func isAbsent(logOddsOutside: Double) -> Bool {
        logOddsOutside > 0 && logOddsOutside >= log(absenceOdds)
    }
}
