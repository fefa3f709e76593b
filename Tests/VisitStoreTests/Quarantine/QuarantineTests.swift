import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Records that could not be used")
struct QuarantineTests {
    private func record(
        _ text: String,
        app: String = "transistor",
        member: String? = "anna",
        device: String? = "x",
        code: String = "no_position",
        at seconds: Double = 0
    ) throws -> NewQuarantine {
        NewQuarantine(
            app: app,
            member: try member.map { try MemberID($0) },
            device: try device.map { try DeviceID($0) },
            code: code,
            message: "it says \(text)",
            record: Array(text.utf8),
            digest: Array("\(app) \(member ?? "-") \(device ?? "-") \(text)".utf8),
            receivedAt: .march(seconds)
        )
    }

    @Test("a record is read back byte for byte, empty and binary ones too")
    func roundTrip() throws {
        let store = try VisitStore.temporary()
        var binary = try record("")
        binary = NewQuarantine(
            app: "owntracks",
            member: nil,
            device: nil,
            code: "json",
            message: "no JSON",
            record: [0, 1, 254, 255, 0],
            digest: [9],
            receivedAt: .march(4)
        )
        #expect(try store.quarantine.add([try record("a"), binary, try record("")]) == 3)
        let kept = try store.quarantine.all()
        #expect(kept.map(\.record) == [[97], [0, 1, 254, 255, 0], []])
        #expect(kept.map(\.member?.text) == ["anna", nil, "anna"])
        #expect(kept.map(\.device?.text) == ["x", nil, "x"])
        #expect(kept.map(\.app) == ["transistor", "owntracks", "transistor"])
        #expect(kept.map(\.code) == ["no_position", "json", "no_position"])
        #expect(kept.map(\.message) == ["it says a", "no JSON", "it says "])
        #expect(kept.map(\.receivedAt) == [.march(0), .march(4), .march(0)])
        #expect(kept.map(\.repeats) == [0, 0, 0])
        for each in kept { #expect(try store.quarantine.find(each.key) == each) }
        #expect(try store.quarantine.find(QuarantinedRecord.Key(rawValue: 99)) == nil)
    }

    @Test("a repeated record is counted and not stored again")
    func repeats() throws {
        let store = try VisitStore.temporary()
        #expect(try store.quarantine.add([record("a", at: 1), record("a", at: 5), record("b", at: 2)]) == 2)
        #expect(try store.quarantine.add([record("a", at: 3)]) == 0)
        let kept = try store.quarantine.all()
        #expect(kept.map(\.repeats) == [2, 0])
        #expect(kept.map(\.receivedAt) == [.march(1), .march(2)])
        #expect(kept.map(\.repeatedAt) == [.march(5), nil])
        #expect(try store.quarantine.add([]) == 0)
    }

    @Test("filters restrict, count and purge alike")
    func filters() throws {
        let store = try VisitStore.temporary()
        try store.quarantine.add([
            record("1", at: 1), record("2", app: "owntracks", at: 2), record("3", member: "ben", device: "y", at: 3),
            record("4", code: "too_old", at: 4), record("5", member: nil, device: nil, at: 5), record("1", at: 6),
        ])
        let cases: [(QuarantineFilter, [String])] = [
            (QuarantineFilter(), ["1", "2", "3", "4", "5"]), (QuarantineFilter(app: "owntracks"), ["2"]),
            (QuarantineFilter(device: try DeviceID("x")), ["1", "2", "4"]),
            (QuarantineFilter(member: try MemberID("ben")), ["3"]), (QuarantineFilter(code: "too_old"), ["4"]),
            (QuarantineFilter(since: .march(4)), ["1", "4", "5"]), (QuarantineFilter(until: .march(4)), ["2", "3"]),
            (QuarantineFilter(limit: 2), ["1", "2"]), (QuarantineFilter(limit: 2, newestFirst: true), ["5", "4"]),
        ]
        for (filter, expected) in cases {
            #expect(try texts(store, filter) == expected)
            if filter.limit == nil { #expect(try store.quarantine.count(matching: filter) == expected.count) }
        }
        #expect(try store.quarantine.delete(matching: QuarantineFilter(limit: 1, newestFirst: true)) == 1)
        #expect(try store.quarantine.delete(matching: QuarantineFilter(device: DeviceID("x"))) == 3)
        #expect(try texts(store, QuarantineFilter()) == ["3"])
        let key = try #require(try store.quarantine.all().first).key
        #expect(try store.quarantine.delete(key))
        #expect(try !store.quarantine.delete(key))
        #expect(try store.quarantine.count() == 0)
    }

    @Test("consecutive pages contain every record once, in both directions", arguments: [1, 2, 3, 7])
    func pages(size: Int) throws {
        let store = try VisitStore.temporary()
        let all = (1...7).map(String.init)
        try store.quarantine.add(try all.map { try record($0) })
        for newestFirst in [false, true] {
            var seen: [String] = []
            var filter = QuarantineFilter(limit: size, newestFirst: newestFirst)
            while true {
                let page = try store.quarantine.all(matching: filter)
                seen += page.map { String(decoding: $0.record, as: UTF8.self) }
                guard let last = page.last else { break }
                filter.after = last.key
            }
            #expect(seen == (newestFirst ? all.reversed() : all))
        }
    }

    @Test("a sequence number is never reused")
    func numbers() throws {
        let store = try VisitStore.temporary()
        try store.quarantine.add([record("a"), record("b")])
        let last = try #require(try store.quarantine.all().last).key
        #expect(try store.quarantine.delete(matching: QuarantineFilter()) == 2)
        try store.quarantine.add([record("b")])
        #expect(try #require(try store.quarantine.all().last).key.rawValue > last.rawValue)
    }

    @Test("a commit keeps records with its other writes, or neither")
    func commit() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        let device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        var commit = DeviceCommit(device: device, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        try store.commit([commit], quarantining: [record("a")])
        try store.commit([], quarantining: [record("b")])
        #expect(try texts(store, QuarantineFilter()) == ["a", "b"])
        commit.events = [try event("e", at: 1, .entered(FacilityID("zzz"), visit: VisitID("v")))]
        #expect(throws: StorageError(.unknownName, "")) {
            try store.commit([commit], quarantining: [record("c")])
        }
        #expect(try texts(store, QuarantineFilter()) == ["a", "b"])
    }

    private func texts(_ store: VisitStore, _ filter: QuarantineFilter) throws -> [String] {
        try store.quarantine.all(matching: filter).map { String(decoding: $0.record, as: UTF8.self) }
    }

    /// A record that takes 1,000 bytes of the budget.
    private func thousand(_ number: Int, member: String?, device: String?) throws -> NewQuarantine {
        NewQuarantine(
            app: "footfall",
            member: try member.map { try MemberID($0) },
            device: try device.map { try DeviceID($0) },
            code: "c",
            message: "m",
            record: Array(repeating: UInt8(number), count: 799),
            digest: Array("\(number) \(member ?? "-") \(device ?? "-")".utf8),
            receivedAt: .march(Double(number))
        )
    }

    private func numbers(_ store: VisitStore, _ device: String?) throws -> [UInt8?] {
        try store.quarantine.all().filter { $0.device?.text == device }.map(\.record.first)
    }

    @Test("Of a long record the length and the digest of the whole are stored beside its beginning")
    func longRecord() throws {
        let store = try VisitStore.temporary()
        let long = NewQuarantine(
            app: "footfall",
            member: nil,
            device: nil,
            code: "c",
            message: "m",
            record: [1, 2],
            length: 60_000_000,
            sha256: [0xAB, 0x01],
            digest: [1],
            receivedAt: .march()
        )
        try store.quarantine.add([long, try record("whole")])
        let kept = try store.quarantine.all()
        #expect(kept.map(\.size) == [60_000_000, 5])
        #expect(kept.map(\.isWhole) == [false, true])
        #expect(kept.map(\.sha256Text) == ["ab01", nil])
    }

    @Test("Beyond a device's budget its oldest records are dropped and counted, and no other's")
    func deviceBudget() throws {
        let store = try VisitStore.temporary()
        let budget = QuarantineBudget(senderBytes: 3_000, totalBytes: 100_000)
        _ = try store.quarantine.add([try thousand(1, member: "ben", device: "y")], within: budget)
        for number in 1...5 {
            _ = try store.quarantine.add([try thousand(number, member: "anna", device: "x")], within: budget)
        }
        _ = try store.quarantine.add([try thousand(9, member: nil, device: nil)], within: budget)
        #expect(try numbers(store, "x") == [3, 4, 5])
        #expect(try numbers(store, "y") == [1])
        #expect(try numbers(store, nil) == [9])
        #expect(try store.quarantine.usage() == QuarantineUsage(bytes: 5_000, dropped: 2, droppedBytes: 2_000))
        // A repeated record takes no space
        _ = try store.quarantine.add([try thousand(5, member: "anna", device: "x")], within: budget)
        #expect(try store.quarantine.usage().bytes == 5_000)
    }

    @Test("Beyond the whole budget the sender with the most records drops its oldest", arguments: ["x", nil])
    func totalBudget(device: String?) throws {
        let store = try VisitStore.temporary()
        let budget = QuarantineBudget(senderBytes: 100_000, totalBytes: 6_000)
        _ = try store.quarantine.add([try thousand(1, member: "ben", device: "y")], within: budget)
        let flood = try (1...20).map { try thousand($0, member: device.map { _ in "anna" }, device: device) }
        _ = try store.quarantine.add(flood, within: budget)
        _ = try store.quarantine.add([try thousand(2, member: "ben", device: "y")], within: budget)
        #expect(try numbers(store, "y") == [1, 2])
        #expect(try numbers(store, device) == [17, 18, 19, 20])
        #expect(try store.quarantine.usage() == QuarantineUsage(bytes: 6_000, dropped: 16, droppedBytes: 16_000))
    }

    @Test("Purged records use no space, and removed senders leave only the count")
    func purged() throws {
        let store = try VisitStore.temporary()
        let budget = QuarantineBudget(senderBytes: 1_000, totalBytes: 100_000)
        let flood = try (1...3).map { try thousand($0, member: "anna", device: "x") }
        _ = try store.quarantine.add(flood, within: budget)
        #expect(try store.quarantine.delete(matching: QuarantineFilter()) == 1)
        #expect(try store.quarantine.usage() == QuarantineUsage(bytes: 0, dropped: 2, droppedBytes: 2_000))
        #expect(try store.number("SELECT count(*) FROM quarantine_usage WHERE member <> '' OR device <> ''") == 0)
        _ = try store.quarantine.add([try thousand(4, member: "anna", device: "x")], within: budget)
        #expect(try store.quarantine.usage() == QuarantineUsage(bytes: 1_000, dropped: 2, droppedBytes: 2_000))
    }
}
