internal import GRDB

/// The database: facilities, members, what the engine knows of each device, and the events and visits it found.
///
/// One file, written through SQLite with SpatiaLite. Every writing method is one transaction that keeps the database
/// right on its own: after it returns, what it wrote is on disk (but for throw-away databases, which do not wait for it);
/// when it throws, nothing of it is. Any number of threads may read while one writes, and several processes may use the
/// same file; a writer waits for another up to 10 seconds.
///
/// No other module holds SQL, and no type of the database library leaves this one.
public final class VisitStore: Sendable {
    /// The file.
    public let path: String
    /// One writing and several reading connections to it.
    let pool: DatabasePool
    /// What was looked up before and never changes.
    let lookups = Lookups()
    private let gate = ReadGate(capacity: VisitStore.readerLimit)
    let logLimit: WriteAheadLogLimit
    /// The file as it was when it was opened.
    private let identity: FileIdentity?
    /// What to do when the store is let go; only a throw-away store has something.
    private let cleanUp: (@Sendable () -> Void)?

    /// Opens a database, and makes it when there is none.
    ///
    /// The schema is brought to the newest version on the way.
    ///
    /// - Parameter path: the file; its folder has to exist.
    /// - Throws: `VisitStoreError` with code `cannotOpen`, `notADatabase`, `newerDatabase`, `readOnly`, `diskFull`,
    ///   `busy`, `damaged` or `spatialite`.
    public convenience init(path: String) throws {
        try self.init(path: path, .powerLoss, cleanUp: nil)
    }

    /// Opens a database that is taken away when it is let go.
    init(path: String, _ durability: Durability, cleanUp: (@Sendable () -> Void)?) throws {
        self.path = path
        self.pool = try Self.open(path: path, durability)
        self.logLimit = WriteAheadLogLimit(database: path)
        self.identity = FileIdentity(path: path)
        self.cleanUp = cleanUp
    }

    deinit {
        guard let cleanUp else { return }
        // Nobody is left to hear of a failure; an open throw-away file is gone with the process at the latest.
        try? pool.close()
        cleanUp()
    }

    /// Whether the path still leads to the file that was opened; what is written to another is lost with this process.
    public var isFileInPlace: Bool { identity != nil && FileIdentity(path: path) == identity }

    /// Closes the file.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; letting go of the store does the same.
    /// Every later call throws.
    ///
    /// - Throws: `VisitStoreError` when a statement is still running.
    public func close() throws {
        // The library closes the reading connections last; they could not move the write-ahead log into the main file.
        pool.releaseMemory()
        try translating { try pool.close() }
    }

    /// Runs reading statements on one unchanging view of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try translating { try gate.read { try pool.read(body) } }
    }

    /// Runs writing statements as one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        defer { limitLog() }
        return try translating { try pool.write(body) }
    }

    /// Runs writing statements as one transaction, and takes all of it back at the end when it was only a trial.
    func write<Value>(dryRun: Bool, _ body: (Database) throws -> Value) throws -> Value {
        defer { limitLog() }
        return try translating {
            try pool.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return dryRun ? .rollback : .commit
                }
                guard let value else { throw VisitStoreError(.statement, "the transaction did not run") }
                return value
            }
        }
    }

    /// Cuts the write-ahead log where it is too long.
    ///
    /// The transaction before is done whatever comes of it, and the next one tries again.
    private func limitLog() { try? logLimit.enforce(on: pool, gate) }

    /// Lets the database library's errors become the store's.
    func translating<Value>(_ body: () throws -> Value) throws -> Value {
        try VisitStoreError.translating(path: path, body)
    }
}
