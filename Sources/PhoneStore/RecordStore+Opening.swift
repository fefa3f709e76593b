internal import Foundation
internal import GRDB
internal import PhoneMigrations
public import SQLiteStorage

extension RecordStore {
    /// `FOOR` as a big-endian number: the SQLite application id of the file (migration phone-0001).
    static let applicationID: Int64 = 0x464F_4F52

    /// Opens the file and migrates its schema.
    static func open(
        path: String,
        _ durability: Durability,
        _ configuration: Configuration = configuration()
    ) throws -> DatabaseQueue {
        try DatabaseFile.checkLocation(path)
        return try StorageError.translating(path: path) {
            try DatabaseFile.checkOwner(path, applicationID: applicationID, kind: "file of a phone's records")
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try prepare(queue, path: path, durability)
            return queue
        }
    }

    /// Opens an in-memory database.
    static func openInMemory() throws -> DatabaseQueue {
        try StorageError.translating(path: ":memory:") {
            let queue = try DatabaseQueue(configuration: configuration())
            try migrator().migrateToNewest(queue)
            return queue
        }
    }

    /// Returns the migrations of the phone's file, by file name.
    static func migrator() -> DatabaseMigrator { DatabaseMigrator(Migration.phone) }

    /// Returns the configuration of the connection.
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

    /// Sets the durability and migrates the schema to the newest version.
    private static func prepare(_ queue: DatabaseQueue, path: String, _ durability: Durability) throws {
        try queue.inDatabase { db in
            // Set before the first write, so that a simulated phone never waits for the disk. The library is not asked
            // for a write-ahead log, because it would set NORMAL and begin the log with its own transaction.
            try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            guard try db.switchToWriteAheadLog(limitSeconds: DatabaseFile.busySeconds) else {
                throw StorageError(
                    .cannotOpen,
                    "`\(path)` can't have a write-ahead log; move it to a local disk"
                )
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
    ///
    /// - Parameter durability: the failure that a write survives.
    /// - Returns: an empty store.
    /// - Throws: `StorageError` when the folder can't be created.
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
