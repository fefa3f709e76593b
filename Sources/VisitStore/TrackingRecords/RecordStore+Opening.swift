internal import GRDB
internal import Migrations

extension RecordStore {
    /// `FOOR` as a big-endian number: SQLite's mark of whose file it is (migration phone-0001).
    static let applicationID: Int64 = 0x464F_4F52

    /// Opens the file and brings its schema up to date.
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

    /// Opens a database that is nowhere but in memory.
    static func openInMemory() throws -> DatabaseQueue {
        try VisitStoreError.translating(path: ":memory:") {
            let queue = try DatabaseQueue(configuration: configuration())
            try VisitStore.migrate(queue, by: migrator())
            return queue
        }
    }

    /// The steps of the phone's file, by file name.
    static func migrator() -> DatabaseMigrator { VisitStore.migrator(Migration.phone) }

    /// How the connection is made.
    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "footfall-records"
        configuration.busyMode = .timeout(VisitStore.busySeconds)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // Each insertion with a trigger keeps a journal of its own for the case that it fails: not in a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Makes commits as durable as asked for, and the schema the newest.
    private static func prepare(_ queue: DatabaseQueue, path: String, _ durability: Durability) throws {
        try queue.inDatabase { db in
            // Before the first write, so that a simulated phone waits for no disk at all. The library would set NORMAL for
            // a write-ahead log, and begin it with a transaction of its own: so it is not asked for one.
            try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            guard try db.switchToWriteAheadLog(limitSeconds: VisitStore.busySeconds) else {
                throw VisitStoreError(
                    .cannotOpen,
                    "`\(path)` can't have a write-ahead log; put it on a disk of this machine"
                )
            }
        }
        try VisitStore.migrate(queue, by: migrator())
    }
}
