internal import VisitModel

/// What a lab found out: every set of options by every column, with intervals, and each set beside the first.
package struct LabReport: Hashable, Sendable {
    /// What was asked, on one line.
    package let title: String
    /// Who was looked at.
    package let population: LabPopulation
    /// How many redrawings the intervals come from.
    package let resamples: Int
    /// The sets in their order; the first is what the others are compared with.
    package let sets: [LabOptionSet]
    /// A row for each column of the report, in the order of `LabMetric.all`.
    package let rows: [Row]
    /// Of each set, what takes how many joules a day on average.
    package let energy: [[EnergyProxy.Part: Double]]
    /// How many true visits the members made altogether, by the first set's runs.
    package let trueVisits: Int

    /// One column of the report.
    package struct Row: Hashable, Sendable {
        /// What it counts.
        package let metric: LabMetric
        /// For each set; `nil` where there is nothing to sum up, as the delays of visits of which none was found.
        package let estimates: [LabEstimate?]
        /// For each set how much more it is than the first one's, over the same members; `nil` for the first.
        package let differences: [LabEstimate?]
    }

    /// The redrawings where nothing else is asked for.
    package static let standardResamples = 2000

    /// Sums up a run.
    ///
    /// - Parameters:
    ///   - title: what was asked; `nil` for the sets' names.
    ///   - run: on whom, and what.
    ///   - measures: what `LabRun.play` gave: a row for each set with a measure for each member.
    ///   - resamples: how many redrawings, at least 1.
    package init(title: String? = nil, _ run: LabRun, _ measures: [[LabMeasure]], resamples: Int = standardResamples) {
        precondition(measures.count == run.sets.count, "a row of measures for each set")
        precondition(measures.allSatisfy { $0.count == run.population.memberCount }, "a measure for each member")
        self.title =
            title.map(oneLine) ?? "\(run.sets.count == 1 ? "One set" : "\(run.sets.count) sets") of tracking options"
        population = run.population
        sets = run.sets
        self.resamples = max(1, resamples)
        let bootstrap = LabBootstrap(
            members: run.population.memberCount,
            resamples: self.resamples,
            seed: run.population.seed
        )
        rows = LabMetric.all.map { metric in
            let prepared = measures.map { PreparedStatistic(metric.statistic, of: $0) }
            return Row(
                metric: metric,
                estimates: prepared.map(bootstrap.estimate),
                differences: prepared.indices.map { index in
                    index == 0 ? nil : bootstrap.difference(prepared[index], from: prepared[0])
                }
            )
        }
        energy = measures.map { measures in
            let days = measures.reduce(0) { $0 + $1.days }
            return Dictionary(
                uniqueKeysWithValues: EnergyProxy.Part.allCases.map { part in
                    let joules = measures.reduce(0) { $0 + EnergyProxy.standard.joules(part, of: $1) }
                    return (part, days > 0 ? joules / days : 0)
                }
            )
        }
        trueVisits = measures.first?.reduce(0) { $0 + $1.found + $1.missed } ?? 0
    }

    /// The row of a column.
    func row(_ key: String) -> Row? { rows.first { $0.metric.key == key } }

    /// Who was looked at, in a sentence.
    package var subject: String {
        let (members, days) = (population.memberCount, population.days)
        return "\(members == 1 ? "1 made-up member" : "\(members) made-up members"), "
            + "\(days == 1 ? "1 day" : "\(days) days") from \(population.firstDay), in a \(population.city.rawValue) city "
            + "(\(population.city.timeZone.identifier)) with \(population.facilities.count) facilities, seed "
            + "\(population.seed)"
    }
}
