package import GRDB

extension Database {
    /// Switches the file to write-ahead logging if needed; returns false on a file system that does not support it.
    ///
    /// The switch reads the file's header and then upgrades its read lock to a write lock. SQLite never calls the busy
    /// handler for such an upgrade. Of two processes that open a new file, one therefore fails at once with
    /// `SQLITE_BUSY`, whatever the busy timeout. A transaction that begins with a write lock does wait for up to the
    /// timeout. After it the file either uses write-ahead logging or is free to be switched. Throws `DatabaseError`
    /// with `SQLITE_BUSY` when another connection holds the file for longer than the limit.
    package func switchToWriteAheadLog(limitSeconds: Double) throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(limitSeconds))
        while true {
            do {
                return try String.fetchOne(self, sql: "PRAGMA journal_mode = WAL") == "wal"
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard ContinuousClock.now < deadline else { throw error }
                try inTransaction(.immediate) { .commit }
            }
        }
    }
}
