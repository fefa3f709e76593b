internal import DeviceEngine
internal import MemberEngine
package import VisitModel
package import VisitStore

/// The data that one round of retention removed.
package struct RetentionSummary: Sendable {
    /// The removed fixes by origin; an origin without removed fixes is absent.
    package var fixes: [FixOrigin: RemovedFixes] = [:]
    /// The number of removed quarantined records.
    package var quarantined = 0
    /// The number of removed rows of the access record.
    package var accesses = 0

    package init() {}

    package var isEmpty: Bool { fixes.isEmpty && quarantined == 0 && accesses == 0 }
}

extension VisitPipeline {
    /// Removes raw fixes, quarantined records and rows of the access record beyond their retention period.
    ///
    /// Fixes are removed a few hours at a time, so that other writers get their turn; the rest is removed in the next
    /// round. The fixes of visits stay as evidence where evidence is kept for longer.
    ///
    /// `hoursLimit` is the most hours of fixes of each origin in this round; the rest is not limited.
    package static func applyRetention(
        to store: VisitStore,
        at time: Timestamp,
        hoursLimit: Int = 50_000
    ) throws -> RetentionSummary {
        let periods = try store.settings.retentionPeriods()
        var summary = RetentionSummary()
        for origin in FixOrigin.allCases {
            guard let days = periods.days(origin) else { continue }
            let keepsEvidence = origin != .evidence && periods.evidenceDays.map { $0 > days } ?? true
            var removed = RemovedFixes()
            var isDone = false
            while !isDone, removed.hours < hoursLimit {
                let limit = min(500, hoursLimit - removed.hours)
                let part = try store.fixes.remove(
                    origin,
                    storedBefore: time.advanced(bySeconds: -86_400 * Double(days)),
                    limit: limit,
                    keeping: keepsEvidence ? { try Self.evidence(in: $0, within: $1) } : nil
                )
                removed.add(part)
                isDone = part.hours < limit
            }
            if removed.hours > 0 { summary.fixes[origin] = removed }
        }
        if let days = periods.liveDays {
            let limit = time.advanced(bySeconds: -86_400 * Double(days))
            summary.quarantined = try store.quarantine.delete(matching: QuarantineFilter(until: limit))
        }
        if let days = periods.accessDays {
            let limit = time.advanced(bySeconds: -86_400 * Double(days))
            summary.accesses = try store.accessRecord.remove(lastBefore: limit)
        }
        return summary
    }

    /// Returns the inputs of an hour that lie within the intervals; `nil` where there are none.
    private static func evidence(in chunk: FixChunk, within intervals: [ClosedRange<Timestamp>]) throws -> FixChunk? {
        FixChunk(packing: try chunk.unpacked().filter { input in intervals.contains { $0.contains(input.time) } }[...])
    }
}

extension RemovedFixes {
    fileprivate mutating func add(_ other: RemovedFixes) {
        hours += other.hours
        fixes += other.fixes
        keptAsEvidence += other.keptAsEvidence
    }
}
