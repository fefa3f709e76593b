internal import VisitModel

/// The results of a lab: every metric of every set with intervals, and each set compared with the first.
package struct LabReport: Hashable, Sendable {
    /// The title, on one line.
    package let title: String
    /// The simulated members.
    package let population: LabPopulation
    /// The number of resamples behind the intervals.
    package let resamples: Int
    /// The sets in their order; the others are compared with the first.
    package let sets: [LabOptionSet]
    /// The rows of metrics, in the order of `LabMetric.all`.
    package let rows: [Row]
    /// For each set, the joules per day on average by consumer.
    package let energy: [[EnergyProxy.Part: Double]]
    /// The number of true visits of all members, by the first set's runs.
    package let trueVisits: Int

    /// One metric for all sets.
    package struct Row: Hashable, Sendable {
        /// The metric.
        package let metric: LabMetric
        /// The estimate of each set; `nil` without data, as for the delays where no visit was found.
        package let estimates: [LabEstimate?]
        /// Each set's difference from the first one, over the same members; `nil` for the first.
        package let differences: [LabEstimate?]
    }

    /// The default number of resamples.
    package static let standardResamples = 2000

    /// Aggregates the measures of a run.
    ///
    /// - Parameters:
    ///   - title: the report's title; `nil` for one from the number of sets.
    ///   - run: the population and the sets.
    ///   - measures: the result of `LabRun.play`: a row for each set with a measure for each member.
    ///   - resamples: the number of resamples, at least 1.
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

    /// The row of a metric by its key.
    func row(_ key: String) -> Row? { rows.first { $0.metric.key == key } }

    /// The population in a sentence.
    package var subject: String {
        let (members, days) = (population.memberCount, population.days)
        return "\(members == 1 ? "1 synthetic member" : "\(members) synthetic members"), "
            + "\(days == 1 ? "1 day" : "\(days) days") from \(population.firstDay), in a \(population.city.rawValue) "
            + "city (\(population.city.timeZone.identifier)) with \(population.facilities.count) facilities, seed "
            + "\(population.seed)"
    }
}
