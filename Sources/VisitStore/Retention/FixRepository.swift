internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The raw fixes, and how long they are kept.
package struct FixRepository: Sendable {
    let database: VisitDatabase

    /// Returns the chunks of a device's raw fixes that overlap a time span, in chronological order.
    ///
    /// Fixes still in the pending-fix log (`IntakeRepository`) are not included. The span includes `end`, and `nil`
    /// stands for no end. The first and last chunks may also hold fixes outside the span.
    package func chunks(
        of device: DeviceKey,
        from start: Timestamp,
        to end: Timestamp? = nil,
        limit: Int? = nil
    ) throws -> [FixChunk] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(FixChunk.columns) FROM fix_chunk
                WHERE device = ?1 AND bucket_ms >= ?2 AND bucket_ms <= ?4 AND last_ms >= ?3 AND first_ms <= ?4
                ORDER BY bucket_ms LIMIT ?5
                """
            )
            statement.bind(1, device.rawValue)
            statement.bind(5, limit ?? -1)
            statement.bind(2, FixChunk.bucket(of: start).milliseconds)
            statement.bind(3, start.milliseconds)
            statement.bind(4, end?.milliseconds ?? .max)
            return try statement.all { FixChunk($0, from: 0) }
        }
    }

    /// Counts the fixes of an origin, including other phone inputs, that were stored before a time.
    package func count(_ origin: FixOrigin, storedBefore time: Timestamp) throws -> Int {
        try database.read { db in
            let request: SQL = """
                SELECT coalesce(sum(fix_count), 0) FROM fix_chunk
                WHERE origin = \(origin.rawValue) AND stored_ms < \(time.milliseconds)
                """
            return try PreparedStatement(db, request).first { $0.int(0) } ?? 0
        }
    }

    /// Removes raw fixes that were stored before a time, oldest first.
    ///
    /// Visits, events and stays are not affected. For each device, the end of the removed history is recorded
    /// (`completeFrom`), so that late fixes never replace a history that can't be recomputed. An hour counts from the
    /// last fix stored in it. `limit` is the maximum number of device hours in the transaction, so that other writers
    /// need not wait long.
    ///
    /// `evidence` returns an hour's fixes within the given intervals, or `nil` where there are none. The intervals
    /// reach from 15 minutes before a visit's entry to 15 minutes after its exit. Without the closure, no evidence is
    /// kept.
    package func remove(
        _ origin: FixOrigin,
        storedBefore time: Timestamp,
        limit: Int = 1_000,
        keeping evidence: ((FixChunk, [ClosedRange<Timestamp>]) throws -> FixChunk?)? = nil
    ) throws -> RemovedFixes {
        // Called repeatedly, mostly with nothing to remove: a read avoids an empty write transaction.
        guard try !database.read({ try Self.dueHours($0, origin, before: time, limit: 1) }).isEmpty else {
            return RemovedFixes()
        }
        return try database.write { db in
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

    /// From this time on, a phone's raw fixes are complete: the end of the last removed hour, `nil` where none was
    /// removed.
    package func completeFrom(of device: DeviceKey) throws -> Timestamp? {
        try database.read { db in
            let find = try PreparedStatement(db, "SELECT fixes_from_ms FROM device WHERE key = ?")
            find.bind(1, device.rawValue)
            return try find.first { $0.optionalTime(0) } ?? nil
        }
    }

    /// The device hours stored before a time, oldest first.
    private static func dueHours(
        _ db: Database,
        _ origin: FixOrigin,
        before time: Timestamp,
        limit: Int
    ) throws -> [(key: Int64, device: Int64, bucket: Int64)] {
        let request: SQL = """
            SELECT key, device, bucket_ms FROM fix_chunk
            WHERE origin = \(origin.rawValue) AND stored_ms < \(time.milliseconds)
            ORDER BY stored_ms, device, bucket_ms LIMIT \(limit)
            """
        return try PreparedStatement(db, request).all {
            (key: $0.int64(0), device: $0.int64(1), bucket: $0.int64(2))
        }
    }

    private static func chunk(_ db: Database, _ key: Int64) throws -> FixChunk? {
        let find = try PreparedStatement(db, "SELECT \(FixChunk.columns) FROM fix_chunk WHERE key = ?")
        find.bind(1, key)
        return try find.first { FixChunk($0, from: 0) }
    }

    /// Before the entry and after the exit of a visit, fixes within this margin are its evidence.
    private static let evidenceMarginMilliseconds: Int64 = 15 * 60_000

    /// Returns the visits of the device's member that an hour may hold evidence of, with the margin; an open visit has
    /// no end.
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
        return try find.all { row in
            let start = row.time(0)
            return start...max(start, row.optionalTime(1) ?? Timestamp(milliseconds: .max))
        }
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

extension FixChunk {
    /// In the order in which `init(_:from:)` reads them.
    static let columns = "first_ms, last_ms, fix_count, fixes"

    init(_ row: Columns, from index: Int32) {
        self.init(
            first: row.time(index),
            last: row.time(index + 1),
            fixCount: row.int(index + 2),
            fixes: row.bytes(index + 3)
        )
    }
}

package struct RemovedFixes: Hashable, Sendable {
    /// The number of device hours processed; less than the limit when none are left.
    package var hours = 0
    /// Includes other phone inputs.
    package var fixes = 0
    package var keptAsEvidence = 0

    package init() {}
}
