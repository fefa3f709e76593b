internal import VisitModel

extension LabReport {
    /// The main results in sentences; empty where there is nothing to compare.
    var findings: [String] {
        guard sets.count > 1, let found = row(LabMetric.found.key), let energy = row(LabMetric.energy.key) else {
            return []
        }
        var findings: [String] = []
        for platform in [Platform.ios, .android] {
            let own = sets.indices.filter {
                sets[$0].platform == platform && found.estimates[$0] != nil && energy.estimates[$0] != nil
            }
            guard own.count > 1 else { continue }
            findings += [best(of: own, found, energy, on: platform == .ios ? "iOS" : "Android")].compactMap(\.self)
        }
        return findings
    }

    /// The sets that find most and those that use least energy, among the sets of one platform.
    ///
    /// Sets with the same displayed value are a tie.
    private func best(of own: [Int], _ found: Row, _ energy: Row, on system: String) -> String? {
        let most = extreme(of: own, found) { $0 > $1 }
        let least = extreme(of: own, energy) { $0 < $1 }
        guard !most.isEmpty, !least.isEmpty else { return nil }
        let thrifty = extreme(of: most, energy) { $0 < $1 }
        var text =
            most.count == 1 ? "\(names(most)) finds the most visits" : "\(names(most)) tie for the most visits found"
        text += ", \(words(found, most, "%")), for \(words(energy, most, "J a day"))"
        if most == least {
            return "\(system): \(text), \(most.count == 1 ? "and uses" : "and for") the least energy too."
        }
        let isAmong = least.allSatisfy(thrifty.contains)
        text += "; \(names(least)) \(least.count == 1 ? "uses the least energy" : "tie for the least energy")"
        if isAmong { return "\(system): \(text) of them and of all." }
        text +=
            """
            , \(words(energy, least, "J a day")), and \(least.count == 1 ? "finds" : "find") \
            \(words(found, least, "%"))
            """
        return "\(system): \(text)."
    }

    /// The sets with the best displayed value of a metric.
    private func extreme(of own: [Int], _ row: Row, _ goesBeyond: (Double, Double) -> Bool) -> [Int] {
        let values = own.compactMap { row.estimates[$0]?.value }
        guard var best = values.first else { return [] }
        for value in values where goesBeyond(value, best) { best = value }
        let shown = LabNumber.text(best, row.metric.decimals)
        return own.filter { row.estimates[$0].map { LabNumber.text($0.value, row.metric.decimals) } == shown }
    }

    /// Names of sets in a list: `a`, `a and b`, `a, b and c`.
    private func names(_ own: [Int]) -> String { Self.list(own.map { sets[$0].name }) }

    /// Values with their intervals, once where they are all the same.
    private func words(_ row: Row, _ own: [Int], _ unit: String) -> String {
        let all = own.map { words(row, $0, unit) }
        return Set(all).count == 1 ? all[0] : Self.list(all)
    }

    private static func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }

    private func words(_ row: Row, _ set: Int, _ unit: String) -> String {
        guard let estimate = row.estimates[set] else { return "–" }
        let decimals = row.metric.decimals
        return "\(LabNumber.text(estimate.value, decimals)) \(unit) (\(LabNumber.interval(estimate, decimals)))"
    }
}
