internal import GRDB

extension Database {
    /// Switches the file to a write-ahead log, where it has none.
    ///
    /// The switch reads the file's header and then upgrades its read lock to a write lock. SQLite never calls the busy
    /// handler for such an upgrade, so that of two openers of a new file one fails at once with `SQLITE_BUSY`, whatever
    /// the busy timeout. A transaction that begins with a write lock does wait for it, as long as the timeout says; after
    /// it the file either has its write-ahead log or is free to be switched.
    ///
    /// - Parameter limitSeconds: how long to go on when other openers keep getting ahead.
    /// - Returns: whether the file has a write-ahead log now; a disk may not support one.
    /// - Throws: `DatabaseError`, with `SQLITE_BUSY` when another connection holds the file for too long.
    func switchToWriteAheadLog(limitSeconds: Double) throws -> Bool {
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
