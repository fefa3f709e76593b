internal import GRDB
internal import SQLiteStorage

/// The database of facilities, members, device states, events and visits.
///
/// A single file, written through SQLite with SpatiaLite. Every writing method is one transaction that keeps the
/// database consistent. When it returns, its changes are on disk, except in temporary databases, which do not wait for
/// the disk; when it throws, none of its changes are kept. Any number of threads may read while one writes, and several
/// processes may use the same file; a writer waits for another up to 10 seconds. Methods throw `StorageError`.
///
/// No other module contains SQL, and no type of the database library is visible outside this one.
package final class VisitStore: Sendable {
    /// The path of the database file.
    package let path: String
    /// The connection pool: one writer and several readers.
    let pool: DatabasePool
    /// Cached lookups of values that never change.
    let lookups = Lookups()
    private let gate = ReadGate(capacity: VisitStore.readerLimit)
    let logLimit: WriteAheadLogLimit
    /// The file's identity at the time of opening.
    private let identity: FileIdentity?
    /// The clean-up when the store is released; only a temporary store has one.
    private let cleanUp: (@Sendable () -> Void)?

    /// Opens a database, or creates it when there is none.
    ///
    /// The schema is migrated to the newest version.
    ///
    /// - Parameter path: the file; its folder has to exist.
    /// - Throws: `StorageError` with code `cannotOpen`, `notADatabase`, `newerDatabase`, `readOnly`, `diskFull`,
    ///   `busy`, `damaged` or `spatialite`.
    package convenience init(path: String) throws {
        try self.init(path: path, .powerLoss, cleanUp: nil)
    }

    /// Opens a database with a durability and, for a temporary one, the clean-up that deletes it on release.
    init(path: String, _ durability: Durability, cleanUp: (@Sendable () -> Void)?) throws {
        self.path = path
        self.pool = try Self.open(path: path, durability)
        self.logLimit = WriteAheadLogLimit(database: path)
        self.identity = FileIdentity(path: path)
        self.cleanUp = cleanUp
    }

    deinit {
        guard let cleanUp else { return }
        // No caller is left to receive an error; an open temporary file is deleted when the process ends at the latest.
        try? pool.close()
        cleanUp()
    }

    /// Whether the path still refers to the opened file; changes to a file that was replaced are lost with this
    /// process.
    package var isFileInPlace: Bool { identity != nil && FileIdentity(path: path) == identity }

    /// Closes the file.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; releasing the store has the same
    /// effect. Every later call throws.
    ///
    /// - Throws: `StorageError` when a statement is still running.
    package func close() throws {
        // The library closes the reading connections last, and they could not checkpoint the write-ahead log into the
        // main file.
        pool.releaseMemory()
        try translating { try pool.close() }
    }

    /// Runs reading statements on one snapshot of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try translating { try gate.read { try pool.read(body) } }
    }

    /// Runs writing statements as one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        defer { limitLog() }
        return try translating { try pool.write(body) }
    }

    /// Runs writing statements as one transaction, and rolls it back at the end of a dry run.
    func write<Value>(dryRun: Bool, _ body: (Database) throws -> Value) throws -> Value {
        defer { limitLog() }
        return try translating {
            try pool.writeWithoutTransaction { db in
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return dryRun ? .rollback : .commit
                }
                guard let value else { throw StorageError(.statement, "the transaction did not run") }
                return value
            }
        }
    }

    /// Truncates the write-ahead log where it is too long.
    ///
    /// Errors are ignored: the transaction before is committed in any case, and the next one tries again.
    private func limitLog() { try? logLimit.enforce(on: pool, gate) }

    /// Converts the database library's errors to `StorageError`.
    func translating<Value>(_ body: () throws -> Value) throws -> Value {
        try StorageError.translating(path: path, body)
    }
}
