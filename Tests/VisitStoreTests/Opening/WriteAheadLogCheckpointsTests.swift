import Dispatch
import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Synchronization
import Testing
import VisitModel

@testable import VisitStore

@Suite("Copying the write-ahead log into the file")
struct WriteAheadLogCheckpointsTests {
    private static let megabyte = FillerStore.megabyte

    private let filler: FillerStore
    private var store: VisitStore { filler.store }

    init() throws { filler = try FillerStore() }

    private static func insertMegabytes(_ count: Int, _ db: Database) throws {
        for _ in 0..<count { try FillerStore.writeMegabyte(nil, db) }
    }

    private func fileSize() throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int)
    }

    @Test("A commit leaves the log as it is, and a copy brings it into the file while a writer is at work")
    func besideTheWriter() throws {
        let before = try fileSize()
        try store.database.pool.write { try Self.insertMegabytes(12, $0) }
        #expect(try fileSize() == before)
        try store.database.pool.writeWithoutTransaction { db in
            try db.inTransaction {
                try Self.insertMegabytes(1, db)
                store.database.checkpoints.copy()
                return .commit
            }
        }
        #expect(try fileSize() >= before + 12 * Self.megabyte)
        #expect(try store.number("SELECT count(*) FROM filler") == 13)
    }

    @Test("A log that was copied is restarted, so that it does not grow with what is written")
    func restarted() throws {
        for _ in 0..<40 {
            try store.database.write { try Self.insertMegabytes(1, $0) }
            store.database.checkpoints.copy()
        }
        #expect(store.database.logLimit.currentSize < 12 * Self.megabyte)
        #expect(try store.number("SELECT count(*) FROM filler") == 40)
    }

    @Test("A long log is copied soon on the queue, and a short one is left as it is")
    func soon() throws {
        let (queue, length) = (DispatchQueue(label: "test.checkpoints"), WriteAheadLogLength())
        let checkpoints = WriteAheadLogCheckpoints(database: store.path, .processEnd, length, queue: queue)
        store.database.pool.writeWithoutTransaction { length.follow($0) }
        let before = try fileSize()
        try store.database.pool.write { try Self.insertMegabytes(1, $0) }
        checkpoints.copySoon()
        queue.sync {}
        #expect(try fileSize() == before)
        try store.database.pool.write { try Self.insertMegabytes(12, $0) }
        checkpoints.copySoon()
        queue.sync {}
        #expect(try fileSize() >= before + 13 * Self.megabyte)
        // Closed, it does nothing any more.
        try checkpoints.close()
        let copied = try fileSize()
        try store.database.pool.write { try Self.insertMegabytes(12, $0) }
        checkpoints.copySoon()
        queue.sync {}
        #expect(try fileSize() == copied)
    }

    @Test("An erasure truncates the log even while it is being copied")
    func erasure() throws {
        let members = try (0..<12).map { try MemberID("member-\($0)") }
        for member in members { try store.members.replace(Member(id: member, facilities: nil), timeZone: nil) }
        // The erasure rebuilds the file, so that the log is long.
        try store.database.write { try Self.insertMegabytes(12, $0) }
        let ends = Atomic(false)
        let copying = DispatchGroup()
        DispatchQueue.global().async(group: copying) { [store] in
            while !ends.load(ordering: .relaxed) { store.database.checkpoints.copy() }
        }
        defer {
            ends.store(true, ordering: .relaxed)
            copying.wait()
        }
        for member in members {
            try store.privacy.erase(member)
            #expect(store.database.logLimit.currentSize < Self.megabyte)
        }
        #expect(try store.check() == [])
    }
}
