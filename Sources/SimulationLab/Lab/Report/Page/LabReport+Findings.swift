internal import VisitModel

extension LabReport {
    /// What stands out, in sentences; empty where there is nothing to compare.
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

    /// Which set finds most and which takes least, of the sets of one system.
    private func best(of own: [Int], _ found: Row, _ energy: Row, on system: String) -> String? {
        func value(_ row: Row, _ set: Int) -> Double { row.estimates[set]?.value ?? 0 }
        // Of equals the first.
        guard let most = own.max(by: { (value(found, $0), $1) < (value(found, $1), $0) }),
            let least = own.min(by: { (value(energy, $0), $0) < (value(energy, $1), $1) })
        else { return nil }
        let start =
            "\(system): \(sets[most].name) finds the most visits, \(words(found, most, "%")), for \(words(energy, most, "J a day"))"
        guard most != least else { return start + ", and takes the least energy too." }
        return start + "; \(sets[least].name) takes the least energy, \(words(energy, least, "J a day")), and "
            + "finds \(words(found, least, "%"))."
    }

    private func words(_ row: Row, _ set: Int, _ unit: String) -> String {
        guard let estimate = row.estimates[set] else { return "–" }
        let decimals = row.metric.decimals
        return "\(LabNumber.text(estimate.value, decimals)) \(unit) (\(LabNumber.interval(estimate, decimals)))"
    }
}
