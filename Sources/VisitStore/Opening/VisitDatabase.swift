internal import CSpatiaLite
internal import Foundation
internal import GRDB
internal import Migrations
internal import SQLiteStorage
internal import VisitModel

/// An open database file: its connections, and caches of what never changes.
///
/// One writer and several readers. Every read and every transaction of the repositories passes through here, so that
/// the write-ahead log can be kept short.
final class VisitDatabase: Sendable {
    let path: String
    /// One writer and several readers.
    let pool: DatabasePool
    let lookups = Lookups()
    private let gate = ReadGate(capacity: VisitDatabase.readerLimit)
    let logLimit: WriteAheadLogLimit
    let checkpoints: WriteAheadLogCheckpoints
    private let file: OpenedFile
    /// What opening it did to its schema; `nil` where it was new or of the newest version.
    let upgrade: SchemaUpgrade?
    /// Deletes a temporary store on its release; `nil` for any other.
    private let cleanUp: (@Sendable () -> Void)?

    init(
        path: String,
        _ durability: Durability,
        keepsOlderVersion: Bool = true,
        cleanUp: (@Sendable () -> Void)?
    ) throws {
        self.path = path
        let length = WriteAheadLogLength()
        let pool = try Self.open(path: path, durability, Self.configuration(following: length))
        self.pool = pool
        self.upgrade = try StorageError.translating(path: path) {
            try SchemaUpgrade.run(on: pool, keepsCopy: keepsOlderVersion)
        }
        self.logLimit = WriteAheadLogLimit(database: path)
        self.checkpoints = WriteAheadLogCheckpoints(database: path, durability, length)
        self.file = OpenedFile(path: path)
        self.cleanUp = cleanUp
    }

    deinit {
        guard let cleanUp else { return }
        // No caller is left to receive an error; an open temporary file is deleted when the process ends at the latest.
        try? checkpoints.close()
        try? pool.close()
        cleanUp()
    }

    var fileState: DatabaseFileState { file.state }

    /// Closes the file; every later call throws.
    func close() throws {
        // The library closes the reading connections last, and they could not checkpoint the write-ahead log into the
        // main file.
        pool.releaseMemory()
        try translating {
            try checkpoints.close()
            try pool.close()
        }
    }

    /// Runs reading statements on one snapshot of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try translating { try gate.read { try pool.read(body) } }
    }

    /// Runs writing statements as one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        defer { keepLogShort() }
        return try translating { try pool.write(body) }
    }

    /// Has the write-ahead log copied into the file where it is long, and truncates it where it is too long.
    ///
    /// Errors are ignored: the transaction before is committed in any case, and the next one tries again.
    private func keepLogShort() {
        checkpoints.copySoon()
        try? logLimit.enforce(on: pool, gate, checkpoints)
    }

    func translating<Value>(_ body: () throws -> Value) throws -> Value {
        try StorageError.translating(path: path, body)
    }
}

extension VisitDatabase {
    /// `FOOT` as a big-endian number: the SQLite application id of the file (migration 0001).
    static let applicationID: Int64 = 0x464F_4F54

    /// Concurrent reading connections.
    static let readerLimit = 4

    /// Opens the file, whose schema may be an older one.
    static func open(
        path: String,
        _ durability: Durability,
        _ configuration: Configuration = configuration()
    ) throws -> DatabasePool {
        DatabaseFile.prepareLibrary()
        try DatabaseFile.checkLocation(path)
        PrivateFile.create(path)
        do {
            try DatabaseFile.checkOwner(path, applicationID: applicationID, kind: "Footfall database")
            var configuration = configuration
            configuration.prepareDatabase { db in
                // The library would switch the file itself, and fail when another process opens a new file at the same
                // time.
                if !db.configuration.readonly {
                    _ = try db.switchToWriteAheadLog(limitSeconds: DatabaseFile.busySeconds)
                }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The library sets NORMAL for write-ahead logs when it opens the writer: a commit could then be lost with
            // the machine's power. FULL makes every commit wait for the disk.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            }
            return pool
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    static func migrator() -> DatabaseMigrator { DatabaseMigrator(Migration.all) }

    /// Of the writer and the readers; `length` is that of the writer's log, which SQLite then leaves to the caller.
    private static func configuration(following length: WriteAheadLogLength) -> Configuration {
        var configuration = configuration()
        configuration.prepareDatabase { db in
            if !db.configuration.readonly { length.follow(db) }
        }
        return configuration
    }

    /// Of each connection.
    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "footfall"
        configuration.busyMode = .timeout(DatabaseFile.busySeconds)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = readerLimit
        configuration.prepareDatabase { db in
            // Negative means KiB. Large enough for the indices that a large import updates in random order.
            try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 32_768 : 65_536)")
            // Each insertion with a trigger keeps its own statement journal; it should not be a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            let result = footfall_spatialite_attach(db.sqliteConnection)
            guard result == SQLITE_OK else {
                throw StorageError(
                    .spatialite,
                    "SpatiaLite could not be loaded; check the installation of libspatialite",
                    cause: DatabaseError(resultCode: ResultCode(rawValue: result))
                )
            }
            // SpatiaLite sets its own timeout of 5 seconds.
            try db.execute(sql: "PRAGMA busy_timeout = \(Int(DatabaseFile.busySeconds * 1000))")
        }
        return configuration
    }
}
