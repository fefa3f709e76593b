import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel
import VisitStore

@testable import PhoneStore

@Suite("Opening a phone's file of records")
struct RecordOpeningTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("records.sqlite")
    }

    @Test("a new file can be read by its owner only")
    func permissions() throws {
        let store = try RecordStore(path: path)
        for ending in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + ending)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(ending)")
        }
        try store.close()
    }

    @Test(
        "a commit waits for the disk where it has to outlive a loss of power",
        arguments: [(.powerLoss, 2), (.processEnd, 0)] as [(Durability, Int)]
    )
    func durability(_ durability: Durability, _ level: Int) throws {
        // A new file, and the same file opened again.
        for _ in 0..<2 {
            let store = try RecordStore(path: path, durability: durability)
            let (synchronous, journal, foreignKeys) = try store.queue.inDatabase { db in
                (
                    try Int.fetchOne(db, sql: "PRAGMA synchronous"),
                    try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                    try Int.fetchOne(db, sql: "PRAGMA foreign_keys")
                )
            }
            #expect(synchronous == level)
            #expect(journal == "wal")
            #expect(foreignKeys == 1)
            try store.close()
        }
        #expect(try RecordStore(path: path).queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    }

    @Test("written data is there after reopening, locks and state too")
    func reopening() throws {
        let name = TrackingStateName("odometer")
        do {
            let store = try RecordStore(path: path)
            try store.insert(records(1...3), states: [name: [7]])
            _ = try store.next(limit: 1)
            try store.close()
            #expect(throws: StorageError(.invalidRequest, "")) { try store.counts() }
            #expect(throws: StorageError(.invalidRequest, "")) { try store.insert([record(4)]) }
        }
        let store = try RecordStore(path: path)
        #expect(try store.numbers() == [3, 1])
        #expect(try store.next(limit: 1) == [record(2)])
        #expect(try store.state(name) == [7])
    }

    @Test("of a killed process, a record and the state that follows from it are both there or neither is")
    func killed() throws {
        let store = try RecordStore(path: path, durability: .processEnd)
        let name = TrackingStateName("odometer")
        // The files as left by a process that ends at this moment.
        func left(_ copy: String) throws -> RecordStore {
            for ending in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + ending, toPath: folder.file(copy) + ending)
            }
            return try RecordStore(path: folder.file(copy))
        }
        for number in 1...3 {
            try store.insert([record(number)], states: [name: [UInt8(number)]])
            let after = try left("after-\(number)")
            #expect(try after.records() == records(1...number))
            #expect(try after.state(name) == [UInt8(number)])
        }
        struct Killed: Error {}
        #expect(throws: Killed.self) {
            try store.write { db in
                try db.execute(sql: "DELETE FROM tracking_record WHERE uuid = 'r1'")
                try db.execute(sql: "UPDATE tracking_state SET bytes = x'09'")
                // Pages beyond the cache are written to the file before the transaction ends.
                try db.execute(sql: "PRAGMA cache_size = 1")
                for number in 10..<2_000 {
                    try db.execute(
                        sql: "INSERT INTO tracking_record (uuid, recorded_ms, document) VALUES (?, 1, zeroblob(500))",
                        arguments: ["x\(number)"]
                    )
                }
                let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
                #expect(try #require(size) > 500_000, "nothing of the transaction was in the file")
                let within = try left("within")
                #expect(try within.records() == records(1...3))
                #expect(try within.counts().stored == 3)
                #expect(try within.state(name) == [3])
                throw Killed()
            }
        }
        #expect(try store.records() == records(1...3))
    }

    @Test("a temporary file can be opened beside its store, and is gone with it")
    func temporary() throws {
        var store: RecordStore? = try RecordStore.temporary()
        let path = try #require(store).path
        try store?.insert([record(1)])
        #expect(try RecordStore(path: path, durability: .processEnd).names() == ["r1"])
        store = nil
        #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path))
    }

    @Test("a store in memory behaves the same and has no file")
    func inMemory() throws {
        let (store, other) = (try RecordStore.inMemory(), try RecordStore.inMemory())
        try store.insert(records(1...3), limits: RecordLimits(keptFrom: .march(1)))
        #expect(try store.next(limit: 1) == [record(1)])
        #expect(try store.purge(RecordLimits(keptFrom: .march(3))) == 1)
        #expect(try store.names() == ["r1", "r3"])
        #expect(try store.delete(["r1"]) == 1)
        #expect(try store.numbers() == [1, 0])
        #expect(try other.numbers() == [0, 0])
        #expect(!FileManager.default.fileExists(atPath: store.path))
    }

    @Test("several openers of one new file end with the same schema")
    func severalOpeners() async throws {
        for round in 0..<40 {
            let path = folder.file("new-\(round).sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask { try RecordStore(path: path, durability: .processEnd).insert([record(number)]) }
                }
                try await group.waitForAll()
            }
            #expect(try Set(RecordStore(path: path).names()) == ["r0", "r1", "r2", "r3"])
        }
    }

    @Test("a file of a newer version of the program is refused")
    func newer() throws {
        try RecordStore(path: path).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('phone-9999-from-the-future')")
        }
        #expect(throws: StorageError(.newerDatabase, "")) { try RecordStore(path: path) }
    }

    @Test("the service's database, another program's and other files are refused and not changed")
    func foreign() throws {
        try VisitStore(path: folder.file("service")).close()
        try DatabaseQueue(path: folder.file("other")).write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
        try Data(String(repeating: "id,lat,lon\n", count: 1000).utf8).write(
            to: URL(fileURLWithPath: folder.file("csv"))
        )
        for name in ["service", "other", "csv"] {
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            let error = #expect(throws: StorageError.self) { try RecordStore(path: folder.file(name)) }
            #expect(error?.code == .notADatabase, "\(name)")
            #expect(error?.message.contains(folder.file(name)) == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) == before, "\(name)")
        }
        // And a file of records is not a database of the service.
        try RecordStore(path: path).close()
        #expect(throws: StorageError(.notADatabase, "")) { try VisitStore(path: path) }
    }

    @Test("a missing folder is named")
    func missingFolder() throws {
        let error = #expect(throws: StorageError.self) { try RecordStore(path: folder.file("no/records.sqlite")) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(folder.file("no")) == true)
    }

    @Test("a full disk keeps the stored records, and selected ones can still be sent")
    func fullDisk() throws {
        // Given a file that may not grow any more
        let store = try RecordStore(path: path)
        let name = TrackingStateName("odometer")
        try store.insert(records(1...100), states: [name: [1]])
        _ = try store.next(limit: 1)
        try store.queue.inDatabase { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        // When more is written than fits
        let limits = RecordLimits(keptFrom: .march(50))
        let error = #expect(throws: StorageError.self) {
            try store.insert(records(101...5_000), limits: limits, states: [name: [2]])
        }
        // Then nothing of it is stored, and nothing was deleted for it
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains("free some space") == true)
        #expect(try store.records() == records(1...100))
        #expect(try store.numbers() == [100, 1])
        #expect(try store.state(name) == [1])
        // And the store continues to work
        #expect(try store.delete(["r1"]) == 1)
        try store.insert([record(101)], states: [name: [2]])
        #expect(try store.records() == records(2...101))
    }
}
