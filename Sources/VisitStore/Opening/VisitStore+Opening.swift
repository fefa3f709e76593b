internal import CSpatiaLite
internal import Foundation
internal import GRDB
internal import Migrations
internal import SQLiteStorage

extension VisitStore {
    /// `FOOT` as a big-endian number: the SQLite application id of the file (migration 0001).
    static let applicationID: Int64 = 0x464F_4F54

    /// The number of concurrent reading connections.
    static let readerLimit = 4

    /// Opens the file with the requested durability and migrates its schema.
    static func open(
        path: String,
        _ durability: Durability,
        _ configuration: Configuration = configuration()
    ) throws -> DatabasePool {
        try DatabaseFile.checkLocation(path)
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
            try migrator().migrateToNewest(pool)
            return pool
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Returns the migrations of the service's database.
    static func migrator() -> DatabaseMigrator { DatabaseMigrator(Migration.all) }

    /// Returns the configuration of each connection.
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
