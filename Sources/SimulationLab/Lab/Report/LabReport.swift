internal import VisitModel
internal import VisitPipeline

/// The results of a lab: every metric of every set with intervals, and each set compared with the first.
package struct LabReport: Hashable, Sendable {
    /// The title, on one line.
    package let title: String
    package let population: LabPopulation
    package let resamples: Int
    /// The sets in their order; the others are compared with the first.
    package let sets: [LabOptionSet]
    /// The rows of metrics, in the order of `LabMetric.all`.
    package let rows: [Row]
    /// For each set, the joules per day on average by consumer.
    package let energy: [[EnergyProxy.Part: Double]]
    /// Of all members, by the first set's runs.
    package let trueVisits: Int

    /// One metric for all sets.
    package struct Row: Hashable, Sendable {
        package let metric: LabMetric
        /// The estimate of each set; `nil` without data, as for the delays where no visit was found.
        package let estimates: [LabEstimate?]
        /// Each set's difference from the first one, over the same members; `nil` for the first.
        package let differences: [LabEstimate?]
    }

    package static let standardResamples = 2000

    /// Aggregates the result of `LabRun.run`, with at least one resample; without a title, it is made from the number
    /// of sets.
    package init(title: String? = nil, _ run: LabRun, _ measures: [[LabMeasure]], resamples: Int = standardResamples) {
        precondition(measures.count == run.sets.count, "a row of measures for each set")
        precondition(measures.allSatisfy { $0.count == run.population.memberCount }, "a measure for each member")
        let count = run.sets.count == 1 ? "One set" : "\(run.sets.count) sets"
        self.title = title.map(YAMLFault.oneLine) ?? "\(count) of tracking options"
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

extension LabReport {
    /// The longest line of a table for a terminal, in characters.
    private static let widestLine = 120

    /// The report as a table for a terminal, with a row for each metric, and the sets side by side in blocks that fit.
    package func table() -> String {
        var text = "\(title)\n\(subject); \(trueVisits) true visits.\n"
        text += "In parentheses 95 % intervals over members. "
        text += sets.count > 1 ? "* differs significantly from \(sets[0].name).\n" : "\n"
        let labels = rows.map(\.metric.label)
        let columns = sets.indices.map { set in [sets[set].name] + rows.map { cell($0, set) } }
        let widths = columns.map { $0.map(\.count).max() ?? 0 }
        let labelWidth = labels.map(\.count).max() ?? 0
        for block in blocks(widths, after: labelWidth) {
            text += "\n" + line("", block.map { columns[$0][0] }, block.map { widths[$0] }, labelWidth)
            for (index, row) in rows.enumerated() {
                if index == 0 || rows[index - 1].metric.group != row.metric.group {
                    text += "\(row.metric.group.rawValue.uppercased())\n"
                }
                text += line(labels[index], block.map { columns[$0][index + 1] }, block.map { widths[$0] }, labelWidth)
            }
        }
        return text
    }

    /// A number with its interval, and a star where it differs significantly from the first set's.
    private func cell(_ row: Row, _ set: Int) -> String {
        guard let estimate = row.estimates[set] else { return "–" }
        let decimals = row.metric.decimals
        let star = row.differences[set]?.isClear == true ? "*" : ""
        return "\(LabNumber.text(estimate.value, decimals))\(star) (\(LabNumber.interval(estimate, decimals)))"
    }

    /// The sets of each block, side by side.
    private func blocks(_ widths: [Int], after labelWidth: Int) -> [[Int]] {
        var blocks: [[Int]] = []
        var length = Int.max
        for (set, width) in widths.enumerated() {
            if length == .max || length + 2 + width > Self.widestLine {
                blocks.append([])
                length = labelWidth
            }
            blocks[blocks.count - 1].append(set)
            length += 2 + width
        }
        return blocks
    }

    private func line(_ label: String, _ cells: [String], _ widths: [Int], _ labelWidth: Int) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let line = zip(cells, widths).reduce(padded(label, labelWidth)) { $0 + "  " + padded($1.0, $1.1) }
        var rest = Substring(line)
        while rest.last == " " { rest.removeLast() }
        return rest + "\n"
    }
}

/// Formats numbers for a lab's report, independently of the machine's locale.
enum LabNumber {
    /// A number with a fixed number of decimals, at most 3.
    static func text(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "–" }
        let factor = [1.0, 10, 100, 1000][min(max(0, decimals), 3)]
        let scaled = (abs(value) * factor).rounded()
        guard scaled < 1e15 else { return shortText(value) }
        let whole = Int(scaled)
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let rest = String(whole % Int(factor))
        let padding = String(repeating: "0", count: decimals - rest.count)
        return "\(sign)\(whole / Int(factor)).\(padding)\(rest)"
    }

    /// With a sign, except for zero.
    static func signed(_ value: Double, _ decimals: Int) -> String {
        let text = text(value, decimals)
        return text.hasPrefix("-") || text.allSatisfy({ $0 == "0" || $0 == "." }) ? text : "+" + text
    }

    /// `91.0 to 95.2`.
    static func interval(_ estimate: LabEstimate, _ decimals: Int) -> String {
        "\(text(estimate.low, decimals)) to \(text(estimate.high, decimals))"
    }
}
