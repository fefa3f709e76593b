package import GRDB

extension Database {
    /// Switches the file to write-ahead logging, where it is not in use yet.
    ///
    /// The switch reads the file's header and then upgrades its read lock to a write lock. SQLite never calls the busy
    /// handler for such an upgrade. Of two processes that open a new file, one therefore fails at once with
    /// `SQLITE_BUSY`, whatever the busy timeout. A transaction that begins with a write lock does wait for up to the
    /// timeout. After it the file either uses write-ahead logging or is free to be switched.
    ///
    /// - Parameter limitSeconds: the time after which to stop retrying.
    /// - Returns: whether the file uses write-ahead logging now; a file system may not support it.
    /// - Throws: `DatabaseError`, with `SQLITE_BUSY` when another connection holds the file for too long.
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
