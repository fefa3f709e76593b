internal import CSpatiaLite
internal import Foundation
internal import GRDB

extension VisitStore {
    /// How long a writer waits for another process, in seconds.
    ///
    /// Long enough for an import of a hundred thousand facilities, short enough for an interactive user.
    static let busySeconds = 10.0

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
        try checkPlace(path)
        do {
            try checkOwner(path, applicationID, "Footfall database")
            var configuration = configuration
            configuration.prepareDatabase { db in
                // The library would switch the file itself, and fail when another process opens a new file at the same
                // time.
                if !db.configuration.readonly { _ = try db.switchToWriteAheadLog(limitSeconds: busySeconds) }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The library sets NORMAL for write-ahead logs when it opens the writer: a commit could then be lost with
            // the machine's power. FULL makes every commit wait for the disk.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(durability.level)")
            }
            try migrate(pool, by: migrator())
            return pool
        } catch let error as DatabaseError {
            throw VisitStoreError(error, path: path)
        }
    }

    /// Returns the configuration of each connection.
    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "footfall"
        configuration.busyMode = .timeout(busySeconds)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = readerLimit
        configuration.prepareDatabase { db in
            // Negative means KiB. Large enough for the indices that a large import updates in random order.
            try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 32_768 : 65_536)")
            // Each insertion with a trigger keeps its own statement journal; it should not be a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            let result = footfall_spatialite_attach(db.sqliteConnection)
            guard result == SQLITE_OK else {
                throw VisitStoreError(
                    .spatialite,
                    "SpatiaLite could not be loaded; check the installation of libspatialite",
                    cause: DatabaseError(resultCode: ResultCode(rawValue: result))
                )
            }
            // SpatiaLite sets its own timeout of 5 seconds.
            try db.execute(sql: "PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
        }
        return configuration
    }

    /// Refuses paths for which SQLite would only report "unable to open".
    static func checkPlace(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw VisitStoreError(
                .cannotOpen,
                "the folder `\(folder)` of the database does not exist; create it first, or choose another"
            )
        }
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw VisitStoreError(.cannotOpen, "`\(path)` is a folder; choose a file for the database")
        }
    }

    /// Refuses another program's database before anything is changed; `kind` is the expected kind for the message.
    static func checkOwner(_ path: String, _ applicationID: Int64, _ kind: String) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size, size > 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busySeconds)
        let (owner, tables) = try DatabaseQueue(path: path, configuration: configuration).read { db in
            (
                try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                // The migrator's own table is created before the migration that sets the application id: it exists
                // alone while another process is creating the database.
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
            )
        }
        guard owner == applicationID || tables == 0 else {
            throw VisitStoreError(
                .notADatabase,
                "`\(path)` is a database of another program; choose a \(kind), or a new file to create one"
            )
        }
    }
}
