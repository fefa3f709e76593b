internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension SettingName {
    /// The retention period of fixes sent by phones: a whole number of days, or `forever`.
    package static let retentionDays = SettingName("retention_days")
    /// The retention period of fixes read from files, in the same form.
    package static let replayedRetentionDays = SettingName("replayed_retention_days")
    /// The retention period of the fixes of visits, in the same form.
    package static let evidenceRetentionDays = SettingName("evidence_retention_days")
}

extension VisitStore {
    /// The default retention period of fixes sent by phones, in days.
    package static let standardRetentionDays = 30

    /// Returns the retention period of fixes sent by phones in days; `nil` for no limit.
    ///
    /// At least 1; 30 where it is not set.
    package func retentionDays() throws -> Int? {
        try days(.retentionDays, standard: Self.standardRetentionDays)
    }

    /// Returns all retention periods, with defaults for those that are not set.
    package func retentionPeriods() throws -> RetentionPeriods {
        RetentionPeriods(
            liveDays: try retentionDays(),
            replayedDays: try days(.replayedRetentionDays, standard: RetentionPeriods.standard.replayedDays),
            evidenceDays: try days(.evidenceRetentionDays, standard: RetentionPeriods.standard.evidenceDays)
        )
    }

    /// Sets the retention period of raw fixes; `removeFixes` applies it.
    ///
    /// - Parameters:
    ///   - days: 1 to 36500; `nil` for no limit.
    ///   - origin: the origin of the fixes.
    /// - Throws: `StorageError`, with code `invalidRequest` for any other number.
    package func setRetentionDays(_ days: Int?, of origin: FixOrigin = .live) throws {
        if let days, !(1...36_500).contains(days) {
            throw StorageError(
                .invalidRequest,
                "fixes can't be kept for \(days) days; choose 1 to 36500, or keep them forever"
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
            throw StorageError.damaged("the setting \(name.text) `\(text)`")
        }
        return days
    }

    /// Returns the number of fixes of an origin, including other phone inputs, that were stored before a time.
    package func fixCount(_ origin: FixOrigin, storedBefore time: Timestamp) throws -> Int {
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

    /// Removes raw fixes that were stored before a time, oldest first.
    ///
    /// Visits, events and stays are not affected. For each device, the end of the removed history is recorded
    /// (`fixesFrom`), so that late fixes never replace a history that can't be recomputed.
    ///
    /// - Parameters:
    ///   - origin: the origin of the fixes.
    ///   - time: hours stored before this time are removed; an hour counts from the last fix stored in it.
    ///   - limit: the maximum number of device hours in the transaction, so that other writers need not wait long.
    ///   - evidence: returns an hour's fixes within the given intervals, which reach from 15 minutes before a visit's
    ///     entry to 15 minutes after its exit, or `nil` where there are none. Pass `nil` to keep no evidence.
    /// - Returns: a summary; its `hours` are less than `limit` when nothing is left to remove.
    /// - Throws: `StorageError`, and any error of `evidence`.
    package func removeFixes(
        _ origin: FixOrigin,
        storedBefore time: Timestamp,
        limit: Int = 1_000,
        keeping evidence: ((FixChunk, [ClosedRange<Timestamp>]) throws -> FixChunk?)? = nil
    ) throws -> RemovedFixes {
        // Called repeatedly, mostly with nothing to remove: a read avoids an empty write transaction.
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

    /// Returns the time from which a phone's raw fixes are complete.
    ///
    /// It is the end of the last removed hour; `nil` where none was removed.
    package func fixesFrom(_ device: DeviceKey) throws -> Timestamp? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT fixes_from_ms FROM device WHERE key = ?")
            find.bind(1, device.rawValue)
            return try find.first { $0.optionalTime(0) } ?? nil
        }
    }

    /// Returns the oldest checkpoint of a device at or after a time.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - time: the earliest time.
    /// - Returns: the checkpoint; `nil` when there is none.
    /// - Throws: `StorageError`.
    package func checkpoint(_ device: DeviceKey, atOrAfter time: Timestamp) throws -> Checkpoint? {
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

    /// Returns the device hours stored before a time, oldest first.
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

    /// The margin before the entry and after the exit of a visit in which fixes are its evidence, in milliseconds.
    private static let evidenceMarginMilliseconds: Int64 = 15 * 60_000

    /// Returns the visits of the device's member that an hour may hold evidence of, with the margin.
    ///
    /// An open visit has no end.
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

/// The origin of the raw fixes of an hour, which determines how long they are kept.
///
/// An hour with both live and replayed fixes is live.
package enum FixOrigin: String, Hashable, Sendable, CaseIterable {
    /// Sent by a phone.
    case live
    /// Read from files.
    case replayed
    /// The fixes of visits, kept after the hour's retention period ended; they are displayed and never evaluated again.
    case evidence
}

/// The retention periods of raw fixes in days, counted from when they were stored; `nil` for no limit.
package struct RetentionPeriods: Hashable, Sendable {
    /// Fixes sent by phones.
    package var liveDays: Int?
    /// Fixes read from files.
    package var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    package var evidenceDays: Int?

    /// Creates periods.
    package init(liveDays: Int?, replayedDays: Int?, evidenceDays: Int?) {
        self.liveDays = liveDays
        self.replayedDays = replayedDays
        self.evidenceDays = evidenceDays
    }

    /// The defaults: 30 days, no limit, and 396 days (13 months).
    package static let standard = RetentionPeriods(liveDays: 30, replayedDays: nil, evidenceDays: 396)

    /// Returns the retention period of fixes of an origin in days; `nil` for no limit.
    package func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}

/// A summary of the fixes removed by retention.
package struct RemovedFixes: Hashable, Sendable {
    /// The number of device hours processed; less than the limit when none are left.
    package var hours = 0
    /// The number of fixes and other phone inputs removed.
    package var fixes = 0
    /// The number of fixes kept as evidence of visits.
    package var keptAsEvidence = 0

    /// Creates an empty summary.
    package init() {}
}
