internal import VisitModel
internal import VisitPipeline
internal import VisitStore

enum RetentionNotice {
    private static func name(_ origin: FixOrigin) -> String {
        switch origin {
        case .live: "fixes of phones"
        case .replayed: "replayed fixes"
        case .evidence: "fixes of visits"
        }
    }

    /// Counts the fixes beyond their retention period.
    static func due(_ periods: RetentionPeriods, _ store: VisitStore, at time: Timestamp) throws -> [FixOrigin: Int] {
        var due: [FixOrigin: Int] = [:]
        for origin in FixOrigin.allCases {
            guard let days = periods.days(origin) else { continue }
            let limit = time.advanced(bySeconds: -86_400 * Double(days))
            due[origin] = try store.fixes.count(origin, storedBefore: limit)
        }
        return due
    }

    static func announcement(_ periods: RetentionPeriods, due: [FixOrigin: Int]) -> String {
        let rules = FixOrigin.allCases.map { origin in
            "\(name(origin)) \(words(periods.days(origin)))"
        }
        let old = FixOrigin.allCases.compactMap { origin in
            due[origin].flatMap { $0 > 0 ? "\($0) \(name(origin))" : nil }
        }
        let list = old.joined(separator: ", ")
        let now = old.isEmpty ? "none are older" : "older and removed unless they belong to a stored visit: \(list)"
        return "raw fixes are kept, counted from when they were stored: \(rules.joined(separator: ", ")) "
            + "(`footfall settings set` changes that); \(now); the access record is kept \(words(periods.accessDays))"
    }

    private static func words(_ days: Int?) -> String {
        days.map { $0 == 1 ? "for 1 day" : "for \($0) days" } ?? "forever"
    }

    /// Returns a sentence for each kind of data; nothing where no data was removed.
    static func lines(_ summary: RetentionSummary) -> [String] {
        var lines = FixOrigin.allCases.compactMap { origin -> String? in
            guard let removed = summary.fixes[origin] else { return nil }
            let kept = removed.keptAsEvidence > 0 ? "; \(removed.keptAsEvidence) kept as evidence of visits" : ""
            return "retention: removed \(removed.fixes) \(name(origin))\(kept)"
        }
        if summary.quarantined > 0 { lines.append("retention: removed \(summary.quarantined) quarantined records") }
        if summary.accesses > 0 {
            lines.append("retention: removed \(summary.accesses) rows of the access record")
        }
        return lines
    }
}
