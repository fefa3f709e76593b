internal import Foundation
internal import GRDB
internal import PhoneMigrations
public import SQLiteStorage
internal import VisitModel

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

    /// Opens a file in an existing folder, or creates it when there is none.
    ///
    /// The schema is migrated to the newest version. Locked records stay locked; `unlockAll` is for a process that
    /// knows it is the only one. Throws `StorageError` with code `cannotOpen`, `notADatabase`, `newerDatabase`,
    /// `readOnly`, `diskFull`, `busy` or `damaged`.
    public convenience init(path: String, durability: Durability = .powerLoss) throws {
        try self.init(path: path, queue: Self.open(path: path, durability), cleanUp: nil)
    }

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

    /// Closes the file; throws `StorageError` when a statement is still running.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; releasing the store has the same
    /// effect. Every later call throws.
    public func close() throws { try StorageError.translating(path: path) { try queue.close() } }

    /// Runs reading statements on one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try isolated { db in
            // Within an explicit transaction, because the library's own read accesses the connection before a check
            // that it is open.
            try db.readOnly { try Self.transaction(db, .deferred, body) }
        }
    }

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

/// The name of a part of the phone's state.
public struct TrackingStateName: Hashable, Sendable {
    /// The name as stored.
    public let text: String

    /// Creates a name of lower-case words joined by `_`.
    public init(_ text: String) { self.text = text }
}

extension RecordStore {
    /// Returns the stored bytes of a part of the phone's state, which the store does not decode; `nil` where there are
    /// none.
    public func state(_ name: TrackingStateName) throws -> [UInt8]? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT bytes FROM tracking_state WHERE name = ?")
            find.bind(1, name.text)
            return try find.first { $0.bytes(0) }
        }
    }

    /// Stores a part of the phone's state that changed without a record; `nil` deletes it.
    ///
    /// Use `insert` for changes with a record.
    public func setState(_ name: TrackingStateName, to bytes: [UInt8]?) throws {
        try write { db in
            guard let bytes else {
                let delete = try PreparedStatement(db, "DELETE FROM tracking_state WHERE name = ?")
                delete.bind(1, name.text)
                return try delete.run()
            }
            try Self.write([name: bytes], db)
        }
    }

    /// Writes states; an unchanged one is not rewritten.
    static func write(_ states: [TrackingStateName: [UInt8]], _ db: Database) throws {
        guard !states.isEmpty else { return }
        let write = try PreparedStatement(
            db,
            """
            INSERT INTO tracking_state (name, bytes) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes
            """
        )
        // Sorted, so that the same calls produce the same file.
        for (name, bytes) in states.sorted(by: { $0.key.text < $1.key.text }) {
            write.bind(1, name.text)
            write.bind(2, bytes)
            try write.run()
        }
    }
}

extension RecordStore {
    /// `FOOR` as a big-endian number: the SQLite application id of the file (migration phone-0001).
    static let applicationID: Int64 = 0x464F_4F52

    static func open(
        path: String,
        _ durability: Durability,
        _ configuration: Configuration = configuration()
    ) throws -> DatabaseQueue {
        try DatabaseFile.checkLocation(path)
        PrivateFile.create(path)
        return try StorageError.translating(path: path) {
            try DatabaseFile.checkOwner(path, applicationID: applicationID, kind: "file of a phone's records")
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try prepare(queue, path: path, durability)
            return queue
        }
    }

    static func openInMemory() throws -> DatabaseQueue {
        try StorageError.translating(path: ":memory:") {
            let queue = try DatabaseQueue(configuration: configuration())
            try migrator().migrateToNewest(queue)
            return queue
        }
    }

    static func migrator() -> DatabaseMigrator { DatabaseMigrator(Migration.phone) }

    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "footfall-records"
        configuration.busyMode = .timeout(DatabaseFile.busySeconds)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // Each insertion with a trigger keeps its own statement journal; it should not be a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    private static func prepare(_ queue: DatabaseQueue, path: String, _ durability: Durability) throws {
        try queue.inDatabase { db in
            // Set before the first write, so that a simulated phone never waits for the disk. The library is not asked
            // for a write-ahead log, because it would set NORMAL and begin the log with its own transaction.
            try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            guard try db.switchToWriteAheadLog(limitSeconds: DatabaseFile.busySeconds) else {
                throw StorageError(.cannotOpen, "`\(path)` can't have a write-ahead log; move it to a local disk")
            }
        }
        try migrator().migrateToNewest(queue)
    }
}

extension RecordStore {
    /// Creates a store in a new temporary folder, which is deleted when the store is released.
    ///
    /// An ordinary file, for tests, trials and demonstrations. It can be opened a second time by its path while the
    /// store exists, like a phone after its process ended.
    public static func temporary(durability: Durability = .processEnd) throws -> RecordStore {
        let folder = try DatabaseFile.makeTemporaryFolder()
        let path = folder.appendingPathComponent("records.sqlite").path
        return RecordStore(path: path, queue: try open(path: path, durability)) {
            // A remaining file lies among the system's temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Creates an in-memory store.
    ///
    /// It has the same tables and transactions. It is meant for simulations of many phones, each of which would
    /// otherwise hold three files open. To simulate the end of a phone's process, keep the store and release everything
    /// else.
    public static func inMemory() throws -> RecordStore {
        RecordStore(path: ":memory:", queue: try openInMemory(), cleanUp: nil)
    }
}
