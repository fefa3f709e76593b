internal import GRDB
public import VisitModel

extension SettingName {
    /// For how many days raw fixes are kept: a whole number, or `forever`.
    public static let retentionDays = SettingName("retention_days")
}

extension VisitStore {
    /// For how many days raw fixes are kept where nothing else was set.
    public static let standardRetentionDays = 30

    /// For how many days raw fixes are kept.
    ///
    /// - Returns: a whole number of 1 or more, 30 where nothing was set; `nil` for ever.
    /// - Throws: `VisitStoreError`.
    public func retentionDays() throws -> Int? {
        guard let text = try setting(.retentionDays) else { return Self.standardRetentionDays }
        if text == "forever" { return nil }
        guard let days = Int(text), days > 0 else { throw VisitStoreError.damaged("the retention `\(text)`") }
        return days
    }

    /// Sets for how many days raw fixes are kept; `deleteFixes` is what deletes them.
    ///
    /// - Parameter days: 1 to 36500; `nil` for ever.
    /// - Throws: `VisitStoreError`, with code `invalidRequest` for another number.
    public func setRetentionDays(_ days: Int?) throws {
        if let days, !(1...36_500).contains(days) {
            throw VisitStoreError(
                .invalidRequest,
                "fixes can't be kept for \(days) days; name 1 to 36500, or keep them for ever"
            )
        }
        try setSetting(.retentionDays, to: days.map(String.init) ?? "forever")
    }

    /// Deletes raw fixes of hours that ended before a time, the oldest of each phone first.
    ///
    /// Visits, events and stays stay. What can no longer be evaluated anew for want of its fixes is noted for each phone
    /// (`fixesFrom`), so that late input never replaces a history that nothing is left to make again.
    ///
    /// - Parameters:
    ///   - time: the first time whose fixes are kept; the hour that it lies in is kept whole.
    ///   - limit: at most so many hours of a phone in one transaction, so that others need not wait for long.
    /// - Returns: how many hours were deleted; less than `limit` when none are left.
    /// - Throws: `VisitStoreError`.
    public func deleteFixes(before time: Timestamp, limit: Int = 1_000) throws -> Int {
        let last = FixChunk.bucket(of: time).milliseconds - FixChunk.spanMilliseconds
        // Asked again and again, and mostly for nothing: nobody should wait for a transaction that writes nothing.
        guard try !read({ try Self.oldChunks($0, upTo: last, limit: 1) }).isEmpty else { return 0 }
        return try write { db in
            let chunks = try Self.oldChunks(db, upTo: last, limit: limit)
            let delete = try PreparedStatement(db, "DELETE FROM fix_chunk WHERE key = ?")
            var ends: [Int64: Int64] = [:]
            for chunk in chunks {
                delete.bind(1, chunk.key)
                try delete.run()
                ends[chunk.device] = max(ends[chunk.device] ?? .min, chunk.bucket + FixChunk.spanMilliseconds)
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
            return chunks.count
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

    /// The hours of phones that begin at or before a time, phone by phone: a look into an index for each, and no index more
    /// that every hour of fixes would have to be written to.
    private static func oldChunks(
        _ db: Database,
        upTo last: Int64,
        limit: Int
    ) throws -> [(key: Int64, device: Int64, bucket: Int64)] {
        let find = try PreparedStatement(
            db,
            """
            SELECT c.key, c.device, c.bucket_ms FROM device d CROSS JOIN fix_chunk c
            WHERE c.device = d.key AND c.bucket_ms <= ?1 ORDER BY d.key, c.bucket_ms LIMIT ?2
            """
        )
        find.bind(1, last)
        find.bind(2, limit)
        var chunks: [(key: Int64, device: Int64, bucket: Int64)] = []
        try find.forEachRow { chunks.append(($0.int64(0), $0.int64(1), $0.int64(2))) }
        return chunks
    }
}
