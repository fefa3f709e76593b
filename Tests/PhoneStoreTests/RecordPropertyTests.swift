import SQLiteStorage
import SeededRandom
import StoreTestSupport
import LongTests
import Testing
import VisitModel

@testable import PhoneStore

@Suite("A phone's records, whatever happens in whatever order")
struct RecordPropertyTests {
    /// What the store has to hold: a list and a set.
    private struct Model {
        var records: [TrackingRecord] = []
        var locked: Set<String> = []

        mutating func remove(_ names: some Sequence<String>) {
            let names = Set(names)
            records.removeAll { names.contains($0.uuid) }
            locked.subtract(names)
        }

        var waiting: [TrackingRecord] { records.filter { !locked.contains($0.uuid) } }

        mutating func makeRoom(_ limits: RecordLimits, adding count: Int) {
            if let time = limits.keptFrom { remove(waiting.filter { $0.recordedAt < time }.map(\.uuid)) }
            if let most = limits.mostRecords {
                remove(waiting.prefix(max(0, records.count + count - most)).map(\.uuid))
            }
        }

        mutating func insert(_ new: [TrackingRecord], _ limits: RecordLimits) {
            for record in new {
                makeRoom(limits, adding: 1)
                records.append(record)
            }
        }

        mutating func next(_ limit: Int?, _ order: RecordOrder) -> [TrackingRecord] {
            let ordered = order == .oldestFirst ? waiting : waiting.reversed()
            let found = Array(ordered.prefix(limit ?? ordered.count))
            locked.formUnion(found.map(\.uuid))
            return found
        }
    }

    @Test(
        "none is lost, none is delivered twice, no locked one is dropped, and all keep their order",
        .long,
        arguments: 1...6
    )
    func interleaved(seed: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("records.sqlite")
        func open() throws -> RecordStore { try RecordStore(path: path, durability: .processEnd) }
        var random = SeededGenerator(seed: UInt64(seed))
        var stores = [try open(), try open()]
        var model = Model()
        var number = 0
        for step in 0..<300 {
            let index = Int.random(in: 0..<2, using: &random)
            let store = stores[index]
            let place: Comment = "seed \(seed), step \(step)"
            // Clocks jump: times do not grow with the order.
            let now = Double(step) + Double.random(in: -40...40, using: &random)
            let limits = try RecordLimits(
                keptFrom: Bool.random(using: &random) ? .march(now - 60) : nil,
                mostRecords: Bool.random(using: &random) ? Int.random(in: 1...40, using: &random) : nil
            )
            let names = model.records.map(\.uuid).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<45:
                let new = (0..<Int.random(in: 1...4, using: &random)).map { record(number + $0, at: now + Double($0)) }
                number += new.count
                let states = [TrackingStateName("number"): Array("\(number)".utf8)]
                let before = model.records.count + new.count
                model.insert(new, limits)
                #expect(try store.insert(new, limits: limits, states: states) == before - model.records.count, place)
            case 45..<65:
                let limit = Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : nil
                let order = Bool.random(using: &random) ? RecordOrder.oldestFirst : .newestFirst
                #expect(try store.next(limit: limit, order: order) == model.next(limit, order), place)
            case 65..<75:
                #expect(try store.unlock(Array(names)) == names.count(where: model.locked.contains), place)
                model.locked.subtract(names)
            case 75..<85:
                model.remove(names)
                #expect(try store.delete(Array(names)) == names.count, place)
            case 85..<90:
                model.makeRoom(limits, adding: 0)
                try store.purge(limits)
            case 90..<93:
                try store.unlockAll()
                model.locked = []
            case 93:
                #expect(try store.deleteAll() == model.records.count, place)
                model = Model()
            case 94..<97:
                // What made way for the first of them is there again.
                let (twice, old) = (record(-1, at: now), RecordLimits(keptFrom: .march(now - 60)))
                #expect(throws: StorageError(.repeatedName, ""), place) {
                    try store.insert([twice, twice], limits: old, states: [TrackingStateName("number"): []])
                }
            default:
                try store.close()
                stores[index] = try open()
            }
            let reader = stores[Int.random(in: 0..<2, using: &random)]
            #expect(try reader.records() == model.records, place)
            #expect(try reader.numbers() == [model.records.count, model.locked.count], place)
            #expect(
                try reader.state(TrackingStateName("number")) == (number > 0 ? Array("\(number)".utf8) : nil),
                place
            )
        }
        #expect(number > 100, "seed \(seed) stored next to nothing")
    }
}
