internal import CSQLite
internal import GRDB
internal import SQLiteStorage
internal import Synchronization

/// Copies the write-ahead log into the database file, beside the writers.
///
/// SQLite does so within the commit that makes the log long enough, so that every writer of the process waits for up to
/// thousands of pages at random places and for the disk twice. Here the thread of that commit does it on a connection
/// of its own, once the writer is free.
final class WriteAheadLogCheckpoints: Sendable {
    /// The length of the log in pages from which it is copied; SQLite's own default.
    private static let pageLimit = 1_000

    private let path: String
    private let durability: Durability
    private let length: WriteAheadLogLength
    /// Held while the log is copied or truncated; taken with the writer held, and never the other way round.
    ///
    /// Opened when first needed, which is never in most commands.
    private let connection = Mutex<DatabaseQueue?>(nil)

    /// `length` is that of the log of the database at `path`.
    init(database path: String, _ durability: Durability, _ length: WriteAheadLogLength) {
        self.path = path
        self.durability = durability
        self.length = length
    }

    /// Copies what no reader keeps in the log, if the log is long and nothing else copies it.
    ///
    /// Errors are ignored: what was committed stays in the log, and a later transaction tries again.
    func copyLongLog() {
        guard length.pages >= Self.pageLimit else { return }
        _ = connection.withLockIfAvailable { connection in
            guard let queue = connection ?? (try? open()) else { return }
            connection = queue
            queue.inDatabase { db in
                _ = sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
            }
        }
    }

    /// Runs a closure that truncates the log, which fails while the log is being copied.
    func excluded<Value>(_ body: () throws -> Value) rethrows -> Value { try connection.withLock { _ in try body() } }

    func close() throws {
        try connection.withLock { connection in
            try connection?.close()
            connection = nil
        }
    }

    private func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "footfall-checkpoints"
        configuration.prepareDatabase { [durability] db in
            try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            // It reads no pages but those of the log.
            try db.execute(sql: "PRAGMA cache_size = 10")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}

/// The length of the write-ahead log after the last transaction of a connection, which no longer copies the log itself.
final class WriteAheadLogLength: Sendable {
    private let count = Atomic(0)

    /// Grows until the log has been copied and then begins anew with the next transaction.
    var pages: Int { count.load(ordering: .relaxed) }

    /// Follows a connection, which has to keep this object.
    func follow(_ db: Database) {
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
