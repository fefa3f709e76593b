/// One column of a lab's report: what it counts and how it is aggregated.
package struct LabMetric: Sendable {
    /// The name in JSON, in snake case; stable, because programs read it.
    package let key: String
    /// The display name, without the unit.
    package let title: String
    /// The displayed unit.
    package let unit: String
    /// The meaning in one sentence.
    package let meaning: String
    /// The number of decimals to display.
    package let decimals: Int
    /// The group of columns.
    package let group: Group

    let statistic: LabStatistic

    /// The groups, in their order.
    package enum Group: String, Hashable, Sendable, CaseIterable {
        /// Visits found, missed and wrong.
        case visits = "Visits"
        /// How late entries and exits were emitted, and how accurate their times are.
        case delays = "Delays"
        /// The costs on the phone.
        case costs = "Costs"
    }

    init(
        _ key: String,
        _ title: String,
        _ unit: String,
        _ decimals: Int,
        _ group: Group,
        _ statistic: LabStatistic,
        _ meaning: String
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.decimals = decimals
        self.group = group
        self.statistic = statistic
        self.meaning = meaning
    }

    /// The title with its unit: `GPS (min a day)`.
    package var label: String { "\(title) (\(unit))" }
}

extension LabMetric: Hashable {
    /// Whether two metrics are the same column.
    package static func == (lhs: LabMetric, rhs: LabMetric) -> Bool { lhs.key == rhs.key }

    /// Hashes the key alone.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
