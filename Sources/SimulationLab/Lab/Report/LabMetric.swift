/// One column of a lab's report: what it counts and how it is summed up.
package struct LabMetric: Sendable {
    /// Its name in JSON, in snake case; stable, because programs read it.
    package let key: String
    /// Its name for people, without its unit.
    package let title: String
    /// Its unit for people.
    package let unit: String
    /// What it means, in one sentence.
    package let meaning: String
    /// How many digits behind the point a person wants to see.
    package let decimals: Int
    /// Which group of columns it belongs to.
    package let group: Group

    let statistic: LabStatistic

    /// The groups, in their order.
    package enum Group: String, Hashable, Sendable, CaseIterable {
        /// What was found.
        case visits = "Visits"
        /// How late it was told, and how well it was dated.
        case delays = "Delays"
        /// What it cost the phone.
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
    /// Whether two are the same column.
    package static func == (lhs: LabMetric, rhs: LabMetric) -> Bool { lhs.key == rhs.key }

    /// Takes the name alone.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
