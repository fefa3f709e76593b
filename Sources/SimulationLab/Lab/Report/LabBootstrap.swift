internal import PhoneSimulator

/// Draws members anew, with replacement, to see how much a number hangs on who was looked at.
///
/// The percentile bootstrap over clusters (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 8 and
/// 13): 95 % of the redrawn numbers lie in the interval. All sets are redrawn alike, so that a difference between two of
/// them is one between the same members' months. With fewer than some twenty members the intervals are too narrow.
struct LabBootstrap: Sendable {
    /// For each redrawing how often each member is in it.
    private let weights: [[Int]]
    /// Everybody once.
    private let everybody: [Int]

    /// Redraws.
    ///
    /// - Parameters:
    ///   - members: how many there are.
    ///   - resamples: how many redrawings.
    ///   - seed: where chance begins; the same gives the same intervals.
    init(members: Int, resamples: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, for: "bootstrap")
        everybody = Array(repeating: 1, count: members)
        weights = (0..<resamples).map { _ in
            var weights = Array(repeating: 0, count: members)
            for _ in 0..<members { weights[generator.whole(0...members - 1)] += 1 }
            return weights
        }
    }

    /// A number and its interval.
    func estimate(_ statistic: PreparedStatistic) -> LabEstimate? {
        guard let value = statistic.value(everybody) else { return nil }
        return LabEstimate(value: value, drawn: weights.compactMap(statistic.value))
    }

    /// How much more a number is than another one, and its interval.
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
    /// The number as it was measured.
    package let value: Double
    /// Where the interval begins.
    package let low: Double
    /// Where it ends.
    package let high: Double

    /// Makes an estimate.
    ///
    /// - Parameters:
    ///   - value: the number.
    ///   - low: where its interval begins.
    ///   - high: where it ends; not before it begins.
    package init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = max(low, high)
    }

    /// Takes the middle 95 % of what was drawn.
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

    /// Whether zero lies outside the interval: of a difference, whether there is one beyond chance.
    package var isClear: Bool { low > 0 || high < 0 }
}
