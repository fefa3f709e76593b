internal import CSQLite
package import GRDB
internal import Synchronization

/// The length of the write-ahead log after the last transaction of a connection, which no longer copies the log itself.
package final class WriteAheadLogLength: Sendable {
    private let count = Atomic(0)

    package init() {}

    /// Grows until SQLite restarts the log, which it does with the next transaction after the log was copied whole.
    package var pages: Int { count.load(ordering: .relaxed) }

    /// Follows a connection, which has to keep this object.
    package func follow(_ db: Database) {
        // The hook takes the place of the one by which SQLite copies the log (sqlite3_wal_autocheckpoint).
        _ = sqlite3_wal_hook(
            db.sqliteConnection,
            { length, _, _, pages in
                guard let length else { return SQLITE_OK }
                let followed = Unmanaged<WriteAheadLogLength>.fromOpaque(length).takeUnretainedValue()
                followed.count.store(Int(pages), ordering: .relaxed)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }
}

extension Database {
    /// Copies the write-ahead log into the file as far as no reader needs it, without blocking writers.
    ///
    /// Returns the length of the log when it began, in pages, and whether all of that is copied; `nil` for any failure, such
    /// as that another connection is copying. What was committed stays in the log then.
    package func copyWriteAheadLog() -> (pages: Int, isWhole: Bool)? {
        var (length, copied): (Int32, Int32) = (0, 0)
        let result = sqlite3_wal_checkpoint_v2(sqliteConnection, nil, SQLITE_CHECKPOINT_PASSIVE, &length, &copied)
        return result == SQLITE_OK ? (Int(length), copied == length) : nil
    }
}
