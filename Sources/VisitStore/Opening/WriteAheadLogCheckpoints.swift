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
                guard let copied = db.copyWriteAheadLog(), copied.isWhole, copied.pages < length.pages else { return }
                // What was written meanwhile is copied too, because only a log that was copied whole is restarted.
                _ = db.copyWriteAheadLog()
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
}
