import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Opening a database")
struct OpeningTests {
    @Test(
        "a commit waits for the disk where it has to outlive a loss of power",
        arguments: [(.powerLoss, 2), (.processEnd, 0)] as [(Durability, Int)]
    )
    func durability(_ durability: Durability, _ level: Int) throws {
        // Given a new database
        let store = try VisitStore.temporary(durability: durability)
        // When the writing connection is asked
        let (synchronous, journal, foreignKeys, busyTimeout) = try store.database.pool.writeWithoutTransaction { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA synchronous"),
                try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(db, sql: "PRAGMA foreign_keys"),
                try Int.fetchOne(db, sql: "PRAGMA busy_timeout")
            )
        }
        // Then
        #expect(synchronous == level)
        #expect(journal == "wal")
        #expect(foreignKeys == 1)
        #expect(busyTimeout == 10_000)
        #expect(try store.number("PRAGMA busy_timeout") == 10_000, "a reading connection's")
    }

    @Test("written data is there after reopening, and the writer is durable again")
    func reopening() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try VisitStore(path: folder.file("a.sqlite"))
            try store.load([gym("a")])
            #expect(try store.facilities.all().count == 1)
            try store.close()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"], "all is in one file")
        let store = try VisitStore(path: folder.file("a.sqlite"))
        #expect(try store.facilities.all().map(\.facility.id.text) == ["a"])
        #expect(
            try store.database.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2
        )
        #expect(try store.number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1)
    }

    @Test("a temporary database is deleted with its store")
    func temporary() throws {
        var store: VisitStore? = try VisitStore.temporary()
        let path = try #require(store).path
        #expect(FileManager.default.fileExists(atPath: path))
        store = nil
        #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path))
    }

    @Test("two openers of one new file end with the same schema")
    func twoOpeners() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<4 {
                group.addTask { try VisitStore(path: path).number("SELECT count(*) FROM facility") }
            }
            for try await count in group { #expect(count == 0) }
        }
    }

    @Test("a file that another opener is just creating is accepted")
    func begunByAnother() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try VisitStore(path: path).number("SELECT count(*) FROM facility") == 0)
    }

    @Test("two writers on one file wait for each other and lose nothing")
    func twoWriters() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        let stores = [try VisitStore(path: path), try VisitStore(path: path)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    for index in 0..<50 { try store.load([gym("\(number)-\(index)")]) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stores[0].facilities.all().count == 100)
        #expect(try stores[1].number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1)
    }

    @Test("a database of a newer version of the program is refused and not touched")
    func newer() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        try VisitStore(path: path).database.pool.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999-from-the-future')")
        }
        let error = #expect(throws: StorageError.self) { try VisitStore(path: path) }
        #expect(error?.code == .newerDatabase)
        #expect(error?.message.contains("update this program") == true)
    }

    @Test("a file that is not a database is refused and keeps its bytes")
    func notADatabase() throws {
        let folder = try TemporaryFolder()
        let bytes = Data(String(repeating: "id,lat,lon\n", count: 1000).utf8)
        try bytes.write(to: URL(fileURLWithPath: folder.file("a.csv")))
        let error = #expect(throws: StorageError.self) { try VisitStore(path: folder.file("a.csv")) }
        #expect(error?.code == .notADatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.csv"))) == bytes)
    }

    @Test("another program's database is refused and not changed")
    func otherProgram() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.sqlite")
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: StorageError.self) { try VisitStore(path: path) }
        #expect(error?.code == .notADatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("a missing folder, and a folder in place of the file, are named")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: StorageError.self) { try VisitStore(path: folder.file("no/a.sqlite")) }
        #expect(missing?.code == .cannotOpen)
        #expect(missing?.message.contains(folder.file("no")) == true)
        let directory = #expect(throws: StorageError.self) { try VisitStore(path: folder.path) }
        #expect(directory?.code == .cannotOpen)
    }

    @Test("a folder in which no file can be created is an error that says so")
    func unwritableFolder() throws {
        // No user can create a file in /proc, not even the superuser.
        let error = #expect(throws: StorageError.self) { try VisitStore(path: "/proc/footfall.sqlite") }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("is writable") == true)
    }

    @Test(
        "a folder and file without permission to write",
        .enabled(if: getuid() != 0, "the superuser may write anywhere")
    )
    func readOnlyFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        let error = #expect(throws: StorageError.self) { try VisitStore(path: folder.file("a.sqlite")) }
        #expect(error?.code == .cannotOpen)
    }

    @Test("a full disk keeps the stored data and says what to do")
    func fullDisk() throws {
        // Given a database that may not grow any more
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        let before = try store.dump()
        try store.database.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        // When more is written than fits
        let error = #expect(throws: StorageError.self) {
            try store.load((0..<5000).map { try gym("b\($0)", name: String(repeating: "x", count: 100)) })
        }
        // Then nothing of it is kept
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains("free some space") == true)
        #expect(try store.dump() == before)
        // And the store continues to work
        try store.settings.set(SettingName("a"), to: "b")
        #expect(try store.settings.value(SettingName("a")) == "b")
    }
}
