import SQLiteStorage
import Testing
import VisitModel

@testable import PhoneStore

@Suite("Handing out a phone's records")
struct RecordLockingTests {
    private let store: RecordStore

    init() throws {
        store = try RecordStore.temporary()
        try store.insert(records(1...5))
    }

    @Test(
        "in the order and number asked for",
        arguments: [
            (2, .oldestFirst, ["r1", "r2"]), (2, .newestFirst, ["r5", "r4"]),
            (nil, .oldestFirst, ["r1", "r2", "r3", "r4", "r5"]), (nil, .newestFirst, ["r5", "r4", "r3", "r2", "r1"]),
            (9, .oldestFirst, ["r1", "r2", "r3", "r4", "r5"]), (0, .oldestFirst, []),
        ] as [(Int?, RecordOrder, [String])]
    )
    func order(_ limit: Int?, _ order: RecordOrder, _ names: [String]) throws {
        #expect(try store.next(limit: limit, order: order).map(\.uuid) == names)
        #expect(try store.numbers() == [5, names.count])
        #expect(try store.counts().waiting == 5 - names.count)
    }

    @Test("no record twice, until it is unlocked and has its old place again")
    func once() throws {
        #expect(try store.next(limit: 2) == records(1...2))
        #expect(try store.next(limit: 2) == records(3...4))
        #expect(try store.unlock(["r2", "r3", "r5", "unknown"]) == 2)
        #expect(try store.next(limit: nil) == [record(2), record(3), record(5)])
        #expect(try store.next(limit: nil).isEmpty)
        #expect(try store.unlockAll() == 5)
        #expect(try store.unlockAll() == 0)
        #expect(try store.next(limit: nil) == records(1...5))
    }

    @Test("those in a request are still listed and found")
    func listed() throws {
        _ = try store.next(limit: 2)
        #expect(try store.records() == records(1...5))
        #expect(try store.record("r1") == record(1))
    }

    @Test("what was sent is deleted with its lock, and a later record does not inherit it")
    func deleted() throws {
        let sent = try store.next(limit: 2, order: .newestFirst)
        #expect(try store.delete(sent.map(\.uuid) + ["unknown"]) == 2)
        #expect(try store.numbers() == [3, 0])
        // The keys of the deleted ones were the highest, and come again.
        try store.insert(records(6...7))
        #expect(try store.next(limit: nil) == records([1, 2, 3, 6, 7]))
    }

    @Test("after everything was deleted, the end of the request changes nothing")
    func allDeleted() throws {
        let sent = try store.next(limit: 2).map(\.uuid)
        #expect(try store.deleteAll() == 5)
        try store.insert([record(6)])
        #expect(try store.unlock(sent) == 0)
        #expect(try store.delete(sent) == 0)
        #expect(try store.numbers() == [1, 0])
        #expect(try store.next(limit: nil) == [record(6)])
    }

    @Test("two connections that ask at once never get the same record, and together get all of them")
    func twoConnections() async throws {
        let stores = [store, try RecordStore(path: store.path, durability: .processEnd)]
        try stores[1].insert(records(6...300))
        let handed = try await withThrowingTaskGroup(of: [TrackingRecord].self) { group in
            for store in stores {
                group.addTask {
                    var handed: [TrackingRecord] = []
                    while case let next = try store.next(limit: 3), !next.isEmpty { handed += next }
                    return handed
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(handed.sorted { $0.recordedAt < $1.recordedAt } == records(1...300))
        #expect(try stores[0].numbers() == [300, 300])
    }
}
