import Dispatch
import GRDB
import SQLiteStorage
import StoreTestSupport
import Synchronization
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("The size of the write-ahead log")
struct WriteAheadLogLimitTests {
    private let filler: FillerStore
    private var store: VisitStore { filler.store }

    init() throws { filler = try FillerStore() }

    /// Writes a megabyte into the log.
    private func writeMegabyte(_ key: Int) throws {
        try store.database.write { try FillerStore.writeMegabyte(key, $0) }
    }

    @Test("Readers that overlap without a pause do not let the log grow", .long)
    func overlappingReaders() throws {
        let ends = Atomic(false)
        let readers = DispatchGroup()
        for _ in 0..<VisitDatabase.readerLimit * 4 {
            DispatchQueue.global().async(group: readers) { [store] in
                while !ends.load(ordering: .relaxed) {
                    _ = try? store.database.read { try Int.fetchOne($0, sql: "SELECT sum(length(bytes)) FROM filler") }
                }
            }
        }
        var largest = 0
        for key in 0..<150 {
            try writeMegabyte(key % 10)
            largest = max(largest, store.database.logLimit.currentSize)
        }
        ends.store(true, ordering: .relaxed)
        readers.wait()
        #expect(largest < 64 << 20, "\(largest)")
        #expect(largest > 4 << 20)
    }

    @Test("During a long read writing continues, and the log is truncated once it has ended")
    func longReader() throws {
        let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = DispatchGroup()
        DispatchQueue.global().async(group: reader) { [store] in
            try? store.database.read { db in
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM filler")
                isInside.signal()
                mayLeave.wait()
            }
        }
        isInside.wait()
        for key in 0..<24 { try writeMegabyte(key) }
        #expect(store.database.logLimit.currentSize > 20 << 20)
        mayLeave.signal()
        reader.wait()
        for key in 0..<70 { try writeMegabyte(key % 24) }
        #expect(store.database.logLimit.currentSize < 17 << 20)
        #expect(try store.number("SELECT count(*) FROM filler") == 24)
    }

    @Test("A reader in another process does not block the writer, and nothing is lost")
    func otherProcess() throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.path, configuration: configuration)
        try other.inDatabase { db in
            try db.beginTransaction(.deferred)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM filler")
        }
        for key in 0..<24 { try writeMegabyte(key) }
        #expect(try other.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") } == 0)
        try other.inDatabase { try $0.commit() }
        #expect(try store.number("SELECT count(*) FROM filler") == 24)
        #expect(try store.number("PRAGMA busy_timeout") == Int64(DatabaseFile.busySeconds * 1000))
    }
}
