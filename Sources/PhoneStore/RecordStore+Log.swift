internal import GRDB
internal import SQLiteStorage
public import VisitModel

extension RecordStore {
    /// Appends lines to the log, in order.
    ///
    /// Each call is a transaction, so lines are better appended together, or with a record.
    public func append(_ lines: [LogLine]) throws {
        guard !lines.isEmpty else { return }
        try write { try Self.append(lines, $0) }
    }

    /// Returns lines of the log from `start` to before `end`, in the order of insertion or reversed; `nil` is no bound.
    ///
    /// The log is scanned from its start, or from its end for the newest first, up to the last line returned; without a
    /// limit it is scanned completely. Throws `StorageError` with code `invalidRequest` for a negative limit.
    public func logLines(
        from start: Timestamp? = nil,
        to end: Timestamp? = nil,
        order: RecordOrder = .oldestFirst,
        limit: Int? = nil
    ) throws -> [LogLine] {
        let bound = try RecordColumns.bound(limit)
        let (first, last) = (start?.milliseconds ?? .min, end?.milliseconds ?? .max)
        let request: SQL = """
            SELECT at_ms, level, message FROM tracking_log WHERE at_ms >= \(first) AND at_ms < \(last)
            ORDER BY key \(sql: order.rawValue) LIMIT \(bound)
            """
        return try read { db in
            try PreparedStatement(db, request).all { row in
                guard let level = LogLine.Level(rawValue: row.int(1)) else {
                    throw StorageError.damaged("the level \(row.int(1)) of a line of the log")
                }
                return LogLine(at: row.time(0), level: level, message: row.text(2))
            }
        }
    }

    /// Deletes the lines of the log before a time (`logMaxDays`); returns their number.
    ///
    /// It scans the whole log, so it is meant for a launch and occasional calls.
    @discardableResult
    public func purgeLog(before time: Timestamp) throws -> Int {
        try write { try $0.changeRows("DELETE FROM tracking_log WHERE at_ms < ?", time.milliseconds) }
    }

    /// Deletes the whole log (`destroyLog`); returns the number of deleted lines.
    @discardableResult
    public func deleteLog() throws -> Int { try write { try $0.changeRows("DELETE FROM tracking_log") } }

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

/// A line of the developer log on the phone.
public struct LogLine: Hashable, Sendable {
    /// The severity of a line; the raw values are stored.
    ///
    /// Source: Transistor types, LogLevel.
    public enum Level: Int, Hashable, Sendable, CaseIterable {
        /// A failure.
        case error = 1
        /// A potential problem.
        case warning = 2
        /// A completed action.
        case info = 3
        /// Details for a developer.
        case debug = 4
        /// Everything.
        case verbose = 5
    }

    /// When the line was logged.
    public let at: Timestamp
    /// The severity.
    public let level: Level
    /// The message.
    public let message: String

    /// Creates a line.
    public init(at: Timestamp, level: Level, message: String) {
        self.at = at
        self.level = level
        self.message = message
    }
}
