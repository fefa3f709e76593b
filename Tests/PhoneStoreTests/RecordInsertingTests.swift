import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import PhoneStore

@Suite("Storing a phone's records")
struct RecordInsertingTests {
    private let store: RecordStore

    init() throws { store = try RecordStore.temporary() }

    @Test("what was stored is read as it was, byte for byte")
    func same() throws {
        let odd = TrackingRecord(uuid: "", recordedAt: Timestamp(milliseconds: -1), document: [])
        let wide = TrackingRecord(uuid: "ä\u{0}b", recordedAt: .march(0.001), document: Array(0...255))
        try store.insert([odd, wide])
        #expect(try store.records() == [odd, wide])
        #expect(try store.record("ä\u{0}b") == wide)
        #expect(try store.record("") == odd)
        #expect(try store.record("ä") == nil)
    }

    @Test("records are listed in the order in which they were stored, whatever their times")
    func order() throws {
        try store.insert([record(1, at: 50), record(2, at: 10)])
        try store.insert([record(3, at: 30)])
        #expect(try store.names() == ["r1", "r2", "r3"])
        #expect(try store.records(order: .newestFirst).map(\.uuid) == ["r3", "r2", "r1"])
        #expect(try store.records(limit: 2).map(\.uuid) == ["r1", "r2"])
        #expect(try store.records(limit: 0).isEmpty)
    }

    @Test("a name that is stored is refused, and nothing of the call is kept")
    func repeatedName() throws {
        // Given
        let name = TrackingStateName("odometer")
        try store.insert([record(1)], states: [name: [1]])
        // When
        let line = LogLine(at: .march(), level: .info, message: "recorded")
        let limits = RecordLimits(keptFrom: .march(100))
        let error = #expect(throws: StorageError.self) {
            try store.insert(
                [record(2, at: 200), record(2, at: 201)],
                limits: limits,
                states: [name: [2]],
                log: [line]
            )
        }
        // Then
        #expect(error?.code == .repeatedName)
        #expect(error?.message.contains("`r2`") == true)
        #expect(try store.records() == [record(1)])
        #expect(try store.numbers() == [1, 0])
        #expect(try store.state(name) == [1])
        #expect(try store.logLines().isEmpty)
        #expect(throws: StorageError(.repeatedName, "")) { try store.insert([record(1)]) }
        // And the name of a deleted one may come again
        try store.delete(["r1"])
        try store.insert([record(1)])
        #expect(try store.names() == ["r1"])
    }

    @Test("a record, the state that follows from it and a line of the log come in one call")
    func withState() throws {
        let (odometer, names) = (TrackingStateName("odometer"), TrackingStateName("names"))
        let line = LogLine(at: .march(), level: .info, message: "recorded")
        try store.insert([record(1)], states: [odometer: [1, 2], names: []], log: [line])
        #expect(try store.state(odometer) == [1, 2])
        #expect(try store.state(names) == [])
        #expect(try store.logLines() == [line])
        // A state may change without a record, and be taken away.
        try store.setState(odometer, to: [3])
        #expect(try store.state(odometer) == [3])
        try store.setState(odometer, to: nil)
        #expect(try store.state(odometer) == nil)
        #expect(try store.state(names) == [])
    }

    @Test(
        "what makes way for a record",
        arguments: [
            ("nothing where there are no limits", nil, nil, [], ["r1", "r2", "r3", "r4", "r9"]),
            ("what is older than the oldest kept", 3.0, nil, [], ["r3", "r4", "r9"]),
            ("the oldest beyond the limit", nil, 3, [], ["r3", "r4", "r9"]),
            ("the oldest beyond the limit of what is not too old", 3, 2, [], ["r4", "r9"]),
            ("everything else at a limit of one", nil, 1, [], ["r9"]),
            ("nothing within the limit", 1, 5, [], ["r1", "r2", "r3", "r4", "r9"]),
            ("no locked one that is too old", 10, nil, ["r2"], ["r2", "r9"]),
            ("no locked one beyond the limit", nil, 2, ["r1"], ["r1", "r9"]),
            ("nothing where all are locked", 10, 1, ["r1", "r2", "r3", "r4"], ["r1", "r2", "r3", "r4", "r9"]),
        ] as [(String, Double?, Int?, [String], [String])]
    )
    func limits(_ name: String, _ keptFrom: Double?, _ most: Int?, _ locked: [String], _ left: [String]) throws {
        // Given
        try store.insert(records(1...4))
        let held = try store.next(limit: nil).map(\.uuid)
        try store.unlock(held.filter { !locked.contains($0) })
        let limits = try RecordLimits(keptFrom: keptFrom.map { .march($0) }, mostRecords: most)
        // When
        let removed = try store.insert([record(9)], limits: limits)
        // Then
        #expect(try store.names() == left, "\(name)")
        #expect(removed == 5 - left.count)
        #expect(try store.numbers() == [left.count, locked.count])
    }

    @Test("several at once are stored as if one came after the other")
    func several() throws {
        let limits = try RecordLimits(keptFrom: .march(3), mostRecords: 2)
        let other = try RecordStore.temporary()
        try store.insert(records(1...6), limits: limits)
        for one in records(1...6) { try other.insert([one], limits: limits) }
        #expect(try store.names() == ["r5", "r6"])
        #expect(try other.records() == store.records())
    }

    @Test("a launch deletes what is too old or too many, and leaves the limit full")
    func purge() throws {
        try store.insert(records(1...6))
        #expect(try store.purge(RecordLimits(keptFrom: .march(3), mostRecords: 3)) == 3)
        #expect(try store.names() == ["r4", "r5", "r6"])
        #expect(try store.purge(RecordLimits(keptFrom: .march(3), mostRecords: 3)) == 0)
    }

    @Test("a limit that makes no sense can't be named", arguments: [0, -1])
    func nonsense(_ most: Int) {
        #expect(throws: StorageError(.invalidRequest, "")) { try RecordLimits(keptFrom: nil, mostRecords: most) }
    }

    @Test("a negative number of rows is refused, which SQLite would take for all of them")
    func negative() throws {
        try store.insert(records(1...3))
        let refusal = StorageError(.invalidRequest, "")
        #expect(throws: refusal) { try store.next(limit: -1) }
        #expect(throws: refusal) { try store.records(limit: -1) }
        #expect(throws: refusal) { try store.logLines(limit: -1) }
        #expect(try store.numbers() == [3, 0])
    }

    @Test("what is too old is looked for in the index of times")
    func plan() throws {
        let steps = try store.plan(RecordPurge.oldSQL, [0])
        #expect(steps.first?.contains("INDEX tracking_record_by_time (recorded_ms<?)") == true, "\(steps)")
    }
}
