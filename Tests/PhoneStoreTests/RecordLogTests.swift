import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import PhoneStore

@Suite("The log of the phone's side")
struct RecordLogTests {
    private let store: RecordStore

    init() throws {
        store = try RecordStore.temporary()
        try store.append(LogLine.Level.allCases.enumerated().map { line($0.offset, $0.element) })
    }

    private func line(_ number: Int, _ level: LogLine.Level) -> LogLine {
        LogLine(at: .march(Double(number)), level: level, message: "line \(number)")
    }

    @Test(
        "is read from a time on, to before another, from either end",
        arguments: [
            ("all of it", nil, nil, .oldestFirst, nil, [0, 1, 2, 3, 4]),
            ("from a time on", 3, nil, .oldestFirst, nil, [3, 4]),
            ("to before a time", nil, 3, .oldestFirst, nil, [0, 1, 2]),
            ("between two times", 1, 3, .oldestFirst, nil, [1, 2]),
            ("the last ones first", nil, nil, .newestFirst, 2, [4, 3]),
            ("the first ones of a stretch", 1, nil, .oldestFirst, 1, [1]),
            ("none", nil, nil, .oldestFirst, 0, []),
        ] as [(String, Double?, Double?, RecordOrder, Int?, [Int])]
    )
    func read(
        _ name: String,
        _ from: Double?,
        _ to: Double?,
        _ order: RecordOrder,
        _ limit: Int?,
        _ found: [Int]
    ) throws {
        let lines = try store.logLines(
            from: from.map { .march($0) },
            to: to.map { .march($0) },
            order: order,
            limit: limit
        )
        #expect(lines == found.map { line($0, LogLine.Level.allCases[$0]) }, "\(name)")
    }

    @Test("loses what is too old, or all of it, and no record with it")
    func purged() throws {
        try store.insert([record(1)])
        #expect(try store.purgeLog(before: .march(2)) == 2)
        #expect(try store.logLines().map(\.message) == ["line 2", "line 3", "line 4"])
        #expect(try store.deleteLog() == 3)
        #expect(try store.logLines().isEmpty)
        #expect(try store.names() == ["r1"])
        try store.append([line(9, .error)])
        #expect(try store.deleteAll() == 1)
        #expect(try store.logLines() == [line(9, .error)])
    }

    @Test("takes no line of a level that does not exist")
    func unknownLevel() throws {
        #expect(throws: StorageError(.conflict, "")) {
            try store.write {
                try $0.execute(sql: "INSERT INTO tracking_log (at_ms, level, message) VALUES (1, 6, '')")
            }
        }
    }
}
