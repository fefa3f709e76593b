internal import GRDB
public import SQLiteStorage

/// A phone's queue of recorded data that a server has not received yet, with the phone's tracking state and log.
///
/// It is a file separate from the service's database, and far smaller. It contains no facilities, so it needs no
/// SpatiaLite and opens quickly. Every writing method is one transaction that keeps the file consistent: when it
/// returns, its changes survive what `Durability` promises; when it throws, none of its changes are kept. Several
/// connections, also of several processes, may use the same file; a writer waits for another up to 10 seconds. Methods
/// throw `StorageError`.
public final class RecordStore: Sendable {
    /// The path of the file; `:memory:` where there is none.
    public let path: String
    /// The only connection: a phone runs its reads and writes one after the other.
    let queue: DatabaseQueue
    /// The clean-up when the store is released; only a temporary store has one.
    private let cleanUp: (@Sendable () -> Void)?

    /// Opens a file, or creates it when there is none.
    ///
    /// The schema is migrated to the newest version. Locked records stay locked; `unlockAll` is for a process that
    /// knows it is the only one.
    ///
    /// - Parameters:
    ///   - path: the file; its folder has to exist.
    ///   - durability: the failure that a write survives.
    /// - Throws: `StorageError` with code `cannotOpen`, `notADatabase`, `newerDatabase`, `readOnly`, `diskFull`,
    ///   `busy` or `damaged`.
    public convenience init(path: String, durability: Durability = .powerLoss) throws {
        try self.init(path: path, queue: Self.open(path: path, durability), cleanUp: nil)
    }

    /// Creates a store from a prepared connection.
    init(path: String, queue: DatabaseQueue, cleanUp: (@Sendable () -> Void)?) {
        self.path = path
        self.queue = queue
        self.cleanUp = cleanUp
    }

    deinit {
        guard let cleanUp else { return }
        // No caller is left to receive an error; an open temporary file is deleted when the process ends at the latest.
        try? queue.close()
        cleanUp()
    }

    /// Closes the file.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; releasing the store has the same
    /// effect. Every later call throws.
    ///
    /// - Throws: `StorageError` when a statement is still running.
    public func close() throws {
        try StorageError.translating(path: path) { try queue.close() }
    }

    /// Runs reading statements on one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try isolated { db in
            // Within an explicit transaction, because the library's own read accesses the connection before a check
            // that it is open.
            try db.readOnly { try Self.transaction(db, .deferred, body) }
        }
    }

    /// Runs writing statements as one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try isolated { try Self.transaction($0, .immediate, body) }
    }

    /// Waits for the connection, and throws where it is closed.
    private func isolated<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StorageError.translating(path: path) {
            try queue.inDatabase { db in
                guard db.sqliteConnection != nil else {
                    throw StorageError(.invalidRequest, "`\(path)` was closed; open it again to use it")
                }
                return try body(db)
            }
        }
    }

    private static func transaction<Value>(
        _ db: Database,
        _ kind: Database.TransactionKind,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try db.inTransaction(kind) {
            value = try body(db)
            return .commit
        }
        guard let value else { throw StorageError(.statement, "the transaction did not run") }
        return value
    }
}
