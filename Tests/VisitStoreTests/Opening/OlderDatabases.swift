import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing

@testable import VisitStore

/// A database of each version of the schema with rows in every table, kept in `Tests/VisitStoreTests/Databases`.
///
/// With `FOOTFALL_RECORD_GOLDEN=1` a missing one is made; an existing one is never made again, because a migration must
/// work on what older programs left.
enum OlderDatabases {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Databases")

    static let names = VisitDatabase.migrator().migrations

    /// Unpacks the database of a version to a file.
    static func unpack(_ name: String, to path: String) throws {
        let packed = folder.appending(path: "\(name).sqlite.gz")
        let isMissing = !FileManager.default.fileExists(atPath: packed.path)
        if isMissing, ProcessInfo.processInfo.environment["FOOTFALL_RECORD_GOLDEN"] == "1" {
            try make(name, at: path)
            try gzip(["-9", "--no-name", "--stdout", path], to: packed.path)
        }
        try gzip(["--decompress", "--stdout", packed.path], to: path)
    }

    private static func gzip(_ arguments: [String], to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
        let output = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? output.close() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    }

    /// Makes a database with an older schema and the rows of one of the newest, as far as both have their columns.
    private static func make(_ name: String, at path: String) throws {
        let newest = path + ".newest"
        defer { try? FileManager.default.removeItem(atPath: newest) }
        let scene = try CrowdedScene()
        try scene.store.backup(to: newest)
        var configuration = VisitDatabase.configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try VisitDatabase.migrator().migrate(queue, upTo: name)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH DATABASE ? AS newest", arguments: [newest])
            try db.inTransaction {
                for table in try tables(db) { try copy(table, db) }
                try db.execute(sql: "SELECT RecoverSpatialIndex('facility_version', 'extent')")
                return .commit
            }
            try db.execute(sql: "DETACH DATABASE newest")
            try db.execute(sql: "VACUUM")
        }
        try queue.close()
    }

    /// The tables of both that the program itself fills, those with triggers first.
    private static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM main.sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'
                    AND name IN (SELECT name FROM newest.sqlite_master WHERE sql LIKE '%STRICT%' OR name = 'facility_version')
                ORDER BY name NOT IN (SELECT tbl_name FROM main.sqlite_master WHERE type = 'trigger'), name
                """
        )
    }

    private static func copy(_ table: String, _ db: Database) throws {
        guard table != "counter" else {
            // Migrations add their counters.
            return try db.execute(
                sql:
                    "UPDATE main.counter SET value = (SELECT n.value FROM newest.counter n WHERE n.name = counter.name)"
            )
        }
        let columns = try String.fetchAll(
            db,
            sql: """
                SELECT '"' || name || '"' FROM pragma_table_info(?1, 'main')
                WHERE name IN (SELECT name FROM pragma_table_info(?1, 'newest'))
                """,
            arguments: [table]
        ).joined(separator: ", ")
        try db.execute(sql: "INSERT OR REPLACE INTO main.\(table) (\(columns)) SELECT \(columns) FROM newest.\(table)")
    }
}
