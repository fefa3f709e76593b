internal import GRDB
public import VisitModel

extension RecordStore {
    /// Adds lines at the end of the log.
    ///
    /// Lines that can wait for each other are better handed in together, or with a record: each call is a transaction.
    ///
    /// - Parameter lines: the lines, in order.
    /// - Throws: `VisitStoreError`.
    public func append(_ lines: [LogLine]) throws {
        guard !lines.isEmpty else { return }
        try write { try Self.append(lines, $0) }
    }

    /// Lines of the log.
    ///
    /// It reads the whole log where it is not limited, and all that lies before the lines it looks for.
    ///
    /// - Parameters:
    ///   - start: lines from this time on; `nil` for the first.
    ///   - end: lines from before this time; `nil` for the last.
    ///   - order: which come first.
    ///   - limit: at most so many, 0 or more; `nil` for all.
    /// - Returns: the lines in the order in which they were added, or the other way round.
    /// - Throws: `VisitStoreError`, with code `invalidRequest` for a negative limit.
    public func logLines(
        from start: Timestamp? = nil,
        to end: Timestamp? = nil,
        order: RecordOrder = .oldestFirst,
        limit: Int? = nil
    ) throws -> [LogLine] {
        let bound = try RecordColumns.bound(limit)
        return try read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT at_ms, level, message FROM tracking_log WHERE at_ms >= ? AND at_ms < ?
                ORDER BY key \(order.rawValue) LIMIT ?
                """
            )
            find.bind(1, start?.milliseconds ?? .min)
            find.bind(2, end?.milliseconds ?? .max)
            find.bind(3, bound)
            var lines: [LogLine] = []
            try find.forEachRow { row in
                guard let level = LogLine.Level(rawValue: row.int(1)) else {
                    throw VisitStoreError.damaged("the level \(row.int(1)) of a line of the log")
                }
                lines.append(LogLine(at: row.time(0), level: level, message: row.text(2)))
            }
            return lines
        }
    }

    /// Deletes lines of the log that are too old (`logMaxDays`); for a launch and now and then, because it reads all of it.
    ///
    /// - Parameter time: lines from before are deleted.
    /// - Returns: how many were deleted.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func purgeLog(before time: Timestamp) throws -> Int {
        try write { db in
            let delete = try PreparedStatement(db, "DELETE FROM tracking_log WHERE at_ms < ?")
            delete.bind(1, time.milliseconds)
            try delete.run()
            return db.changesCount
        }
    }

    /// Deletes the whole log (`destroyLog`).
    ///
    /// - Returns: how many lines were deleted.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func deleteLog() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM tracking_log")
            return db.changesCount
        }
    }

    /// Adds lines within a transaction.
    static func append(_ lines: [LogLine], _ db: Database) throws {
        guard !lines.isEmpty else { return }
        let insert = try PreparedStatement(db, "INSERT INTO tracking_log (at_ms, level, message) VALUES (?, ?, ?)")
        for line in lines {
            insert.bind(1, line.at.milliseconds)
            insert.bind(2, line.level.rawValue)
            insert.bind(3, line.message)
            try insert.run()
        }
    }
}
