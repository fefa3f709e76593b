internal import GRDB

/// What a phone keeps of what it recorded until a server has it, with the state and the log of the phone's side.
///
/// A file of its own beside the service's database, and far smaller: it knows no facilities, so it needs no SpatiaLite, and
/// opens in a moment. Every writing method is one transaction that keeps the file right on its own: after it returns, what it
/// wrote outlives what `Durability` says; when it throws, nothing of it is. Several connections, also of several
/// processes, may use the same file; a writer waits for another up to 10 seconds.
public final class RecordStore: Sendable {
    /// The file; `:memory:` where there is none.
    public let path: String
    /// The one connection: a phone writes and reads one thing after the other.
    let queue: DatabaseQueue
    /// What to do when the store is let go; only a throw-away store has something.
    private let cleanUp: (@Sendable () -> Void)?

    /// Opens a file, and makes it when there is none.
    ///
    /// The schema is brought to the newest version on the way. Records that were locked stay so: `unlockAll` is for the
    /// process that knows that it is alone.
    ///
    /// - Parameters:
    ///   - path: the file; its folder has to exist.
    ///   - durability: what a write outlives.
    /// - Throws: `VisitStoreError` with code `cannotOpen`, `notADatabase`, `newerDatabase`, `readOnly`, `diskFull`, `busy`
    ///   or `damaged`.
    public convenience init(path: String, durability: Durability = .powerLoss) throws {
        try self.init(path: path, queue: Self.open(path: path, durability), cleanUp: nil)
    }

    /// Takes a connection that is ready.
    init(path: String, queue: DatabaseQueue, cleanUp: (@Sendable () -> Void)?) {
        self.path = path
        self.queue = queue
        self.cleanUp = cleanUp
    }

    deinit {
        guard let cleanUp else { return }
        // Nobody is left to hear of a failure; an open throw-away file is gone with the process at the latest.
        try? queue.close()
        cleanUp()
    }

    /// Closes the file.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; letting go of the store does the same.
    /// Every later call throws.
    ///
    /// - Throws: `VisitStoreError` when a statement is still running.
    public func close() throws {
        try VisitStoreError.translating(path: path) { try queue.close() }
    }

    /// Runs reading statements on one unchanging view of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try isolated { db in
            // Within a transaction of our own: the library's way of reading looks at the connection before anybody can say
            // that it is closed.
            try db.readOnly { try Self.transaction(db, .deferred, body) }
        }
    }

    /// Runs writing statements as one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try isolated { try Self.transaction($0, .immediate, body) }
    }

    /// Waits for the connection, and refuses one that is closed.
    private func isolated<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try VisitStoreError.translating(path: path) {
            try queue.inDatabase { db in
                guard db.sqliteConnection != nil else {
                    throw VisitStoreError(.invalidRequest, "`\(path)` was closed; open it again to use it")
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
        guard let value else { throw VisitStoreError(.statement, "the transaction did not run") }
        return value
    }
}
