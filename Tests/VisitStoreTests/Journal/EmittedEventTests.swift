import SQLiteStorage
import SeededRandom
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Sequence numbers of live events")
struct ToldEventTests {
    private let store: VisitStore
    private let device: DeviceKey
    private let other: DeviceKey

    init() throws {
        store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        other = try store.devices.ensure(DeviceID("y"), member: MemberID("ben"), platform: .android)
    }

    private func write(
        _ events: [JournalEvent],
        of device: DeviceKey? = nil,
        replaceFrom: Double? = nil,
        live: Bool
    ) throws {
        var commit = DeviceCommit(
            device: device ?? self.device,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.events = events
        commit.replaceEventsFrom = replaceFrom.map { .march($0) }
        try store.commit([commit], live: live)
    }

    private func emitted(
        after number: Int64 = 0,
        limit: Int = 100,
        _ filter: EventFilter = EventFilter()
    ) throws -> [String] {
        try store.events.emitted(after: number, limit: limit, filter).map { "\($0.number) \($0.event.id)" }
    }

    @Test("a live event gets the next number, a replayed one gets none")
    func numbers() throws {
        #expect(try store.events.newestNumber() == 0)
        try write([event("r", at: 1, .heartbeat)], live: false)
        #expect(try store.events.newestNumber() == 0)
        try write([event("a", at: 2, .heartbeat), event("b", at: 3, .heartbeat)], live: true)
        try write([event("c", at: 4, .heartbeat)], of: other, live: true)
        try write([], live: true)
        #expect(try emitted() == ["1 a", "2 b", "3 c"])
        #expect(try store.events.newestNumber() == 3)
        #expect(try emitted(after: 1, limit: 1) == ["2 b"])
        #expect(try emitted(after: 3).isEmpty)
        #expect(try store.events.all().count == 4)
    }

    @Test("a rebuilt event keeps its number, or stays without one; only a new one is numbered")
    func madeAnew() throws {
        try write([event("r", at: 1, .heartbeat)], live: false)
        try write([event("a", at: 2, .heartbeat), event("b", at: 3, .heartbeat)], live: true)
        let recomputed = [
            try event("r", at: 1, .heartbeat), try event("n", at: 1.5, .heartbeat), try event("b", at: 2.5, .heartbeat),
        ]
        try write(recomputed, replaceFrom: 0, live: true)
        #expect(try emitted() == ["2 b", "3 n"])
        // The same by a replay: nothing more is emitted, nothing is lost.
        try write(recomputed + [try event("late", at: 9, .heartbeat)], replaceFrom: 0, live: false)
        #expect(try emitted() == ["2 b", "3 n"])
        #expect(try store.events.newestNumber() == 3)
        // An event that was withdrawn in between and comes again is new.
        try write(recomputed + [try event("a", at: 2, .heartbeat)], replaceFrom: 0, live: true)
        #expect(try emitted() == ["2 b", "3 n", "4 a"])
    }

    @Test("the number of a withdrawn event is not reused")
    func takenBack() throws {
        try write([event("a", at: 2, .heartbeat)], live: true)
        try write([], replaceFrom: 0, live: true)
        try write([event("b", at: 3, .heartbeat)], live: true)
        #expect(try emitted() == ["2 b"])
    }

    @Test("a refused commit assigns no number")
    func refused() throws {
        let bad = try event("e", at: 2, .entered(FacilityID("zzz"), visit: VisitID("v")))
        #expect(throws: StorageError(.unknownName, "")) {
            try write([event("a", at: 1, .heartbeat), bad], live: true)
        }
        try write([event("b", at: 3, .heartbeat)], live: true)
        #expect(try emitted() == ["1 b"])
    }

    @Test("filters restrict the events of listeners")
    func filters() throws {
        let entered = JournalEvent.Kind.entered(try FacilityID("a"), visit: try VisitID("v"))
        try write([event("a", at: 1, .heartbeat), event("b", at: 2, entered)], live: true)
        try write([event("c", at: 3, .exited(FacilityID("b"), visit: VisitID("w")))], of: other, live: true)
        let cases: [(EventFilter, [String])] = [
            (EventFilter(device: try DeviceID("y")), ["3 c"]),
            (EventFilter(member: try MemberID("anna")), ["1 a", "2 b"]),
            (EventFilter(facility: try FacilityID("a")), ["2 b"]), (EventFilter(facility: try FacilityID("zzz")), []),
            (EventFilter(kinds: ["Entered", "Exited"]), ["2 b", "3 c"]),
            (EventFilter(since: .march(2)), ["2 b", "3 c"]),
        ]
        for (filter, expected) in cases { #expect(try emitted(filter) == expected) }
    }

    private func emitted(_ filter: EventFilter) throws -> [String] { try emitted(after: 0, limit: 100, filter) }

    @Test(
        "numbers are unique and grow, and a follower who asks again and again misses nothing",
        arguments: UInt64(1)...8
    )
    func follower(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var known: [String] = []
        var last: Int64 = 0
        var live: Set<String> = []
        for round in 0..<40 {
            let device = Bool.random(using: &random) ? device : other
            let name = device == self.device ? "x" : "y"
            let isLive = Int.random(in: 0..<3, using: &random) > 0
            let events = try (0..<Int.random(in: 0...4, using: &random)).map {
                try event("\(name)\(round)-\($0)", at: Double(round), ordinal: $0, .heartbeat)
            }
            try write(events, of: device, live: isLive)
            if isLive { live.formUnion(events.map(\.id.text)) }
            guard Bool.random(using: &random) else { continue }
            while true {
                let page = try store.events.emitted(after: last, limit: 3)
                guard let end = page.last else { break }
                #expect(zip(page, page.dropFirst()).allSatisfy { $0.number < $1.number }, "seed \(seed)")
                known += page.map(\.event.id.text)
                last = end.number
            }
        }
        known += try store.events.emitted(after: last, limit: 1000).map(\.event.id.text)
        #expect(known.count == live.count, "seed \(seed)")
        #expect(Set(known) == live, "seed \(seed)")
        #expect(try store.events.newestNumber() == Int64(live.count), "seed \(seed)")
    }
}
