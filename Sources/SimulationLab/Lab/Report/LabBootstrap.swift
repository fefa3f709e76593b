internal import PhoneSimulator

/// Resamples members with replacement, to estimate how much a number depends on which members were simulated.
///
/// It is the percentile bootstrap over clusters (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
/// chapters 8 and 13): 95 % of the resampled numbers lie in the interval. All sets use the same resamples, so a
/// difference between two sets compares the same members' months. With fewer than some twenty members the intervals
/// are too narrow.
struct LabBootstrap: Sendable {
    /// For each resample, how often each member is in it.
    private let weights: [[Int]]
    /// The weights of the original sample.
    private let everybody: [Int]

    /// Draws the resamples; the same seed gives the same intervals.
    init(members: Int, resamples: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, for: "bootstrap")
        everybody = Array(repeating: 1, count: members)
        weights = (0..<resamples).map { _ in
            var weights = Array(repeating: 0, count: members)
            for _ in 0..<members { weights[generator.whole(0...members - 1)] += 1 }
            return weights
        }
    }

    /// A statistic with its interval; `nil` where it has no value.
    func estimate(_ statistic: PreparedStatistic) -> LabEstimate? {
        guard let value = statistic.value(everybody) else { return nil }
        return LabEstimate(value: value, drawn: weights.compactMap(statistic.value))
    }

    /// The difference of a statistic from another one, with its interval.
    func difference(_ statistic: PreparedStatistic, from base: PreparedStatistic) -> LabEstimate? {
        func difference(_ weights: [Int]) -> Double? {
            guard let value = statistic.value(weights), let other = base.value(weights) else { return nil }
            return value - other
        }
        guard let value = difference(everybody) else { return nil }
        return LabEstimate(value: value, drawn: weights.compactMap(difference))
    }
}

/// A number with its 95 % interval.
package struct LabEstimate: Hashable, Sendable {
    package let value: Double
    package let low: Double
    package let high: Double

    /// Creates an estimate; `high` is raised to `low` where it is less.
    package init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = max(low, high)
    }

    /// Creates an estimate with the middle 95 % of the resampled numbers.
    init(value: Double, drawn: [Double]) {
        let sorted = drawn.sorted()
        func quantile(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return value }
            let rank = Double(sorted.count - 1) * share
            let low = Int(rank)
            let next = min(low + 1, sorted.count - 1)
            return sorted[low] + (sorted[next] - sorted[low]) * (rank - Double(low))
        }
        self.init(value: value, low: quantile(0.025), high: quantile(0.975))
    }

    /// Whether the interval excludes zero; for a difference, whether it is significant.
    package var isClear: Bool { low > 0 || high < 0 }
}
