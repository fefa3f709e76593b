internal import GRDB
internal import Migrations

extension RecordStore {
    /// `FOOR` as a big-endian number: the SQLite application id of the file (migration phone-0001).
    static let applicationID: Int64 = 0x464F_4F52

    /// Opens the file and migrates its schema.
    static func open(
        path: String,
        _ durability: Durability,
        _ configuration: Configuration = configuration()
    ) throws -> DatabaseQueue {
        try VisitStore.checkPlace(path)
        return try VisitStoreError.translating(path: path) {
            try VisitStore.checkOwner(path, applicationID, "file of a phone's records")
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try prepare(queue, path: path, durability)
            return queue
        }
    }

    /// Opens an in-memory database.
    static func openInMemory() throws -> DatabaseQueue {
        try VisitStoreError.translating(path: ":memory:") {
            let queue = try DatabaseQueue(configuration: configuration())
            try VisitStore.migrate(queue, by: migrator())
            return queue
        }
    }

    /// Returns the migrations of the phone's file, by file name.
    static func migrator() -> DatabaseMigrator { VisitStore.migrator(Migration.phone) }

    /// Returns the configuration of the connection.
    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "footfall-records"
        configuration.busyMode = .timeout(VisitStore.busySeconds)
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
            guard try db.switchToWriteAheadLog(limitSeconds: VisitStore.busySeconds) else {
                throw VisitStoreError(
                    .cannotOpen,
                    "`\(path)` can't have a write-ahead log; move it to a local disk"
                )
            }
        }
        try VisitStore.migrate(queue, by: migrator())
    }
}
