/// A statistic that aggregates the members' months.
///
/// Members are the sampling unit: a member's visits are alike, so intervals come from resampling members and not
/// visits.
enum LabStatistic: Sendable {
    case mean(@Sendable (LabMeasure) -> Double)
    /// The sum of one quantity over members, in percent of the sum of another.
    case percent(@Sendable (LabMeasure) -> Double, of: @Sendable (LabMeasure) -> Double)
    /// A quantile, 0...1, of all members' values together.
    case quantile(Double, @Sendable (LabMeasure) -> [Double])
}

/// A statistic of some measures, prepared so that it can be evaluated for any weights of the members.
struct PreparedStatistic {
    private enum Form {
        /// The sum of the first divided by the sum of the second.
        case ratio([Double], [Double])
        /// Sorted values, each with its member, and the quantile.
        case sorted([(value: Double, member: Int)], Double)
    }

    private let form: Form

    /// Extracts the values from the measures once.
    init(_ statistic: LabStatistic, of measures: [LabMeasure]) {
        switch statistic {
        case .mean(let value): form = .ratio(measures.map(value), measures.map { _ in 1 })
        case .percent(let part, let whole): form = .ratio(measures.map { 100 * part($0) }, measures.map(whole))
        case .quantile(let share, let values):
            let all = measures.enumerated().flatMap { member, measure in
                values(measure).map { (value: $0, member: member) }
            }
            form = .sorted(all.sorted { ($0.value, $0.member) < ($1.value, $1.member) }, share)
        }
    }

    /// The statistic, with each member counted as often as its weight (0 or more) says; `nil` without data.
    func value(_ weights: [Int]) -> Double? {
        switch form {
        case .ratio(let numerators, let denominators):
            var (numerator, denominator) = (0.0, 0.0)
            for (index, weight) in weights.enumerated() where weight > 0 {
                numerator += numerators[index] * Double(weight)
                denominator += denominators[index] * Double(weight)
            }
            return denominator > 0 ? numerator / denominator : nil
        case .sorted(let values, let share):
            let count = values.reduce(0) { $0 + weights[$1.member] }
            guard count > 0 else { return nil }
            // Interpolated between the two nearest ranks: Hyndman and Fan, "Sample quantiles in statistical packages",
            // type 7.
            let rank = Double(count - 1) * share
            let (low, rest) = (Int(rank), rank - Double(Int(rank)))
            let first = self.value(at: low, values, weights)
            guard rest > 0 else { return first }
            return first + (self.value(at: low + 1, values, weights) - first) * rest
        }
    }

    /// The value of a rank, from 0.
    private func value(at rank: Int, _ values: [(value: Double, member: Int)], _ weights: [Int]) -> Double {
        var passed = 0
        for (value, member) in values {
            passed += weights[member]
            if passed > rank { return value }
        }
        return values[values.count - 1].value
    }
}
