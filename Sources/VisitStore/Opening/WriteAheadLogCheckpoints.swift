internal import CSQLite
internal import Dispatch
internal import GRDB
internal import SQLiteStorage
internal import Synchronization

/// Copies the write-ahead log into the database file, beside the writers.
///
/// SQLite does so within the commit that makes the log long enough, so that every writer of the process waits for
/// thousands of pages at random places and for the disk twice. Here a connection of its own does it, on a queue of its
/// own or on the thread of a writer that has no one to answer.
final class WriteAheadLogCheckpoints: Sendable {
    private struct State {
        /// Opened when first needed, which is never in most commands.
        var connection: DatabaseQueue?
        var isClosed = false
    }

    /// The length of the log in pages from which it is copied.
    ///
    /// Twice SQLite's own, because a copy beside the writers leaves something behind: of a page that is written again and
    /// again a longer log copies only the last.
    private static let pageLimit = 2_000

    private let path: String
    private let durability: Durability
    private let length: WriteAheadLogLength
    private let queue: DispatchQueue
    private let isQueued = Atomic(false)
    /// Held while the log is copied or truncated; taken with the writer held, and never the other way round.
    private let state = Mutex(State())

    /// `length` is that of the log of the database at `path`; on `queue` the log is copied soon.
    init(
        database path: String,
        _ durability: Durability,
        _ length: WriteAheadLogLength,
        queue: DispatchQueue = DispatchQueue(label: "footfall.checkpoints")
    ) {
        self.path = path
        self.durability = durability
        self.length = length
        self.queue = queue
    }

    private var isLong: Bool { length.pages >= Self.pageLimit }

    /// Copies a long log soon, without waiting for it.
    func copySoon() {
        guard isLong, !isQueued.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async {
            self.isQueued.store(false, ordering: .releasing)
            self.copy()
        }
    }

    /// Copies a long log, as far as no reader needs it, and returns afterwards.
    ///
    /// Errors are ignored: what was committed stays in the log, and a later transaction tries again.
    func copy() {
        state.withLock { state in
            guard isLong, !state.isClosed, let connection = state.connection ?? (try? open()) else { return }
            state.connection = connection
            connection.inDatabase { db in
                guard let copied = Self.copy(db), copied.isWhole, copied.pages < length.pages else { return }
                // What was written meanwhile is copied too, because only a log that was copied whole begins anew.
                _ = Self.copy(db)
            }
        }
    }

    /// Runs a closure that truncates the log, which fails while the log is being copied.
    func excluded<Value>(_ body: () throws -> Value) rethrows -> Value { try state.withLock { _ in try body() } }

    /// Later calls have no effect.
    func close() throws {
        try state.withLock { state in
            state.isClosed = true
            try state.connection?.close()
            state.connection = nil
        }
    }
}

extension WriteAheadLogCheckpoints {
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

    /// Returns the length of the log at that time and whether all of it is copied; `nil` where another process does it.
    private static func copy(_ db: Database) -> (pages: Int, isWhole: Bool)? {
        var (length, copied): (Int32, Int32) = (0, 0)
        let result = sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, SQLITE_CHECKPOINT_PASSIVE, &length, &copied)
        return result == SQLITE_OK ? (Int(length), copied == length) : nil
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
