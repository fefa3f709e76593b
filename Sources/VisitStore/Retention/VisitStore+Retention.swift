internal import GRDB
public import VisitModel

extension SettingName {
    /// For how many days raw fixes are kept: a whole number, or `forever`.
    public static let retentionDays = SettingName("retention_days")
    /// The same for fixes that were read from files.
    public static let replayedRetentionDays = SettingName("replayed_retention_days")
    /// The same for the fixes of visits.
    public static let evidenceRetentionDays = SettingName("evidence_retention_days")
}

extension VisitStore {
    /// For how many days raw fixes are kept where nothing else was set.
    public static let standardRetentionDays = 30

    /// For how many days raw fixes that phones sent are kept.
    ///
    /// - Returns: a whole number of 1 or more, 30 where nothing was set; `nil` for ever.
    /// - Throws: `VisitStoreError`.
    public func retentionDays() throws -> Int? {
        try days(.retentionDays, standard: Self.standardRetentionDays)
    }

    /// For how many days raw fixes are kept.
    ///
    /// - Returns: what was set, and the standard for the rest.
    /// - Throws: `VisitStoreError`.
    public func retentionPeriods() throws -> RetentionPeriods {
        RetentionPeriods(
            liveDays: try retentionDays(),
            replayedDays: try days(.replayedRetentionDays, standard: RetentionPeriods.standard.replayedDays),
            evidenceDays: try days(.evidenceRetentionDays, standard: RetentionPeriods.standard.evidenceDays)
        )
    }

    /// Sets for how many days raw fixes are kept; `removeFixes` is what removes them.
    ///
    /// - Parameters:
    ///   - days: 1 to 36500; `nil` for ever.
    ///   - origin: which fixes.
    /// - Throws: `VisitStoreError`, with code `invalidRequest` for another number.
    public func setRetentionDays(_ days: Int?, of origin: FixOrigin = .live) throws {
        if let days, !(1...36_500).contains(days) {
            throw VisitStoreError(
                .invalidRequest,
                "fixes can't be kept for \(days) days; name 1 to 36500, or keep them for ever"
            )
        }
        let name: SettingName =
            switch origin {
            case .live: .retentionDays
            case .replayed: .replayedRetentionDays
            case .evidence: .evidenceRetentionDays
            }
        try setSetting(name, to: days.map(String.init) ?? "forever")
    }

    private func days(_ name: SettingName, standard: Int?) throws -> Int? {
        guard let text = try setting(name) else { return standard }
        if text == "forever" { return nil }
        guard let days = Int(text), days > 0 else {
            throw VisitStoreError.damaged("the setting \(name.text) `\(text)`")
        }
        return days
    }

    /// How many fixes were stored before a time.
    ///
    /// - Parameters:
    ///   - origin: which fixes.
    ///   - time: the first time that no longer counts.
    /// - Returns: the fixes, other inputs of phones among them.
    /// - Throws: `VisitStoreError`.
    public func fixCount(_ origin: FixOrigin, storedBefore time: Timestamp) throws -> Int {
        try read { db in
            let sum = try PreparedStatement(
                db,
                "SELECT coalesce(sum(fix_count), 0) FROM fix_chunk WHERE origin = ? AND stored_ms < ?"
            )
            sum.bind(1, origin.rawValue)
            sum.bind(2, time.milliseconds)
            return try sum.first { $0.int(0) } ?? 0
        }
    }

    /// Removes raw fixes that were stored before a time, those stored first to begin with.
    ///
    /// Visits, events and stays stay. What can no longer be evaluated again for want of its fixes is noted for each device
    /// (`fixesFrom`), so that late input never replaces a history that can't be computed again.
    ///
    /// - Parameters:
    ///   - origin: which fixes.
    ///   - time: the first time of storing whose fixes are kept. An hour counts from the last fix stored in it.
    ///   - limit: at most so many hours of devices in one transaction, so that others need not wait for long.
    ///   - evidence: leaves of an hour the fixes within the intervals, from 15 minutes before a visit's entry to 15 minutes
    ///     after its exit; `nil` where none of it is left. `nil` keeps no evidence.
    /// - Returns: what was removed; its `hours` are less than `limit` when nothing is left to remove.
    /// - Throws: `VisitStoreError`, and what `evidence` throws.
    public func removeFixes(
        _ origin: FixOrigin,
        storedBefore time: Timestamp,
        limit: Int = 1_000,
        keeping evidence: ((FixChunk, [ClosedRange<Timestamp>]) throws -> FixChunk?)? = nil
    ) throws -> RemovedFixes {
        // Asked again and again, and mostly for nothing: nobody should wait for a transaction that writes nothing.
        guard try !read({ try Self.dueHours($0, origin, before: time, limit: 1) }).isEmpty else {
            return RemovedFixes()
        }
        return try write { db in
            var removed = RemovedFixes()
            var ends: [Int64: Int64] = [:]
            let delete = try PreparedStatement(db, "DELETE FROM fix_chunk WHERE key = ?")
            for hour in try Self.dueHours(db, origin, before: time, limit: limit) {
                removed.hours += 1
                ends[hour.device] = max(ends[hour.device] ?? .min, hour.bucket + FixChunk.spanMilliseconds)
                guard let chunk = try Self.chunk(db, hour.key) else { continue }
                let left = try evidence.flatMap { evidence -> FixChunk? in
                    let visits = try Self.visitIntervals(db, of: hour.device, around: hour.bucket)
                    return visits.isEmpty ? nil : try evidence(chunk, visits)
                }
                removed.fixes += chunk.fixCount - (left?.fixCount ?? 0)
                removed.keptAsEvidence += left?.fixCount ?? 0
                if let left {
                    try Self.keepAsEvidence(db, left, hour.key)
                } else {
                    delete.bind(1, hour.key)
                    try delete.run()
                }
            }
            let note = try PreparedStatement(
                db,
                "UPDATE device SET fixes_from_ms = max(coalesce(fixes_from_ms, ?1), ?1) WHERE key = ?2"
            )
            for (device, end) in ends.sorted(by: { $0.key < $1.key }) {
                note.bind(1, end)
                note.bind(2, device)
                try note.run()
            }
            return removed
        }
    }

    /// Since when a phone's raw fixes are all there.
    ///
    /// - Parameter device: which phone.
    /// - Returns: the end of the last hour that was deleted; `nil` where none was.
    /// - Throws: `VisitStoreError`.
    public func fixesFrom(_ device: DeviceKey) throws -> Timestamp? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT fixes_from_ms FROM device WHERE key = ?")
            find.bind(1, device.rawValue)
            return try find.first { $0.optionalTime(0) } ?? nil
        }
    }

    /// The oldest checkpoint of a device that is not before a time.
    ///
    /// - Parameters:
    ///   - device: which device.
    ///   - time: the earliest time taken.
    /// - Returns: the checkpoint; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func checkpoint(_ device: DeviceKey, atOrAfter time: Timestamp) throws -> Checkpoint? {
        try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT at_ms, state FROM checkpoint WHERE device = ? AND at_ms >= ? ORDER BY at_ms LIMIT 1"
            )
            find.bind(1, device.rawValue)
            find.bind(2, time.milliseconds)
            return try find.first { Checkpoint(at: $0.time(0), state: $0.bytes(1)) }
        }
    }

    /// The hours of devices that were stored before a time.
    private static func dueHours(
        _ db: Database,
        _ origin: FixOrigin,
        before time: Timestamp,
        limit: Int
    ) throws -> [(key: Int64, device: Int64, bucket: Int64)] {
        let find = try PreparedStatement(
            db,
            """
            SELECT key, device, bucket_ms FROM fix_chunk WHERE origin = ? AND stored_ms < ?
            ORDER BY stored_ms, device, bucket_ms LIMIT ?
            """
        )
        find.bind(1, origin.rawValue)
        find.bind(2, time.milliseconds)
        find.bind(3, limit)
        var hours: [(key: Int64, device: Int64, bucket: Int64)] = []
        try find.forEachRow { hours.append(($0.int64(0), $0.int64(1), $0.int64(2))) }
        return hours
    }

    private static func chunk(_ db: Database, _ key: Int64) throws -> FixChunk? {
        let find = try PreparedStatement(db, "SELECT first_ms, last_ms, fix_count, fixes FROM fix_chunk WHERE key = ?")
        find.bind(1, key)
        return try find.first { FixChunk(first: $0.time(0), last: $0.time(1), fixCount: $0.int(2), fixes: $0.bytes(3)) }
    }

    /// How long before the entry and after the exit of a visit fixes are its evidence, in milliseconds.
    private static let evidenceMarginMilliseconds: Int64 = 15 * 60_000

    /// The visits of a device's member that an hour may hold evidence of, with the margin.
    ///
    /// One that is still open has no end.
    private static func visitIntervals(
        _ db: Database,
        of device: Int64,
        around bucket: Int64
    ) throws -> [ClosedRange<Timestamp>] {
        let find = try PreparedStatement(
            db,
            """
            SELECT entered_ms - ?4, exited_ms + ?4 FROM visit
            WHERE member = (SELECT member FROM device WHERE key = ?1) AND entered_ms - ?4 < ?2
                AND coalesce(exited_ms + ?4 >= ?3, 1)
            ORDER BY entered_ms
            """
        )
        find.bind(1, device)
        find.bind(2, bucket + FixChunk.spanMilliseconds)
        find.bind(3, bucket)
        find.bind(4, evidenceMarginMilliseconds)
        var intervals: [ClosedRange<Timestamp>] = []
        try find.forEachRow { row in
            let start = row.time(0)
            intervals.append(start...max(start, row.optionalTime(1) ?? Timestamp(milliseconds: .max)))
        }
        return intervals
    }

    private static func keepAsEvidence(_ db: Database, _ chunk: FixChunk, _ key: Int64) throws {
        let update = try PreparedStatement(
            db,
            "UPDATE fix_chunk SET first_ms = ?, last_ms = ?, fix_count = ?, fixes = ?, origin = 'evidence' WHERE key = ?"
        )
        update.bind(1, chunk.first.milliseconds)
        update.bind(2, chunk.last.milliseconds)
        update.bind(3, chunk.fixCount)
        update.bind(4, chunk.fixes)
        update.bind(5, key)
        try update.run()
    }
}
