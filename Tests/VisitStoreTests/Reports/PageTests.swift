import SeededRandom
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Reports a page at a time")
struct PageTests {
    private static func visit(_ number: Int, entered: Double) throws -> Visit {
        Visit(
            id: try VisitID("v\(number)"),
            member: try MemberID("anna"),
            device: try DeviceID("x"),
            facility: try FacilityID("a"),
            enteredAt: .march(entered),
            dwelledAt: nil,
            exitedAt: .march(entered + 5),
            status: .closed,
            evidence: .none,
            verdict: number % 2 == 0 ? .counted : .tooShort,
            month: try Month("2024-03"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: .march(entered),
            depthMeters: 1,
            doubts: [],
            policyVersion: "p"
        )
    }

    /// A store with events and visits, many of them of one time.
    private func filled(_ random: inout SeededGenerator) throws -> VisitStore {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        for name in ["x", "y", "z"] {
            let device = try store.devices.ensure(DeviceID(name), member: MemberID("anna"), platform: .ios)
            var commit = DeviceCommit(device: device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
            for trigger in 0..<12 {
                for ordinal in 0..<Int.random(in: 0...2, using: &random) {
                    commit.events.append(
                        try event(
                            "\(name)-\(trigger)-\(ordinal)",
                            at: Double(trigger),
                            ordinal: ordinal,
                            occurred: Double(Int.random(in: 0...4, using: &random)),
                            .heartbeat
                        )
                    )
                }
            }
            if name == "x" {
                commit.visits = try (0..<20).map {
                    try Self.visit($0, entered: Double(Int.random(in: 0...4, using: &random)))
                }
            }
            try store.commit([commit])
        }
        return store
    }

    @Test("of events are every event once, in the order they happened", arguments: UInt64(1)...4, [1, 2, 5, 1000])
    func events(seed: UInt64, size: Int) throws {
        var random = SeededGenerator(seed: seed)
        let store = try filled(&random)
        let filters = [
            EventFilter(), EventFilter(device: try DeviceID("y")), EventFilter(since: .march(2), until: .march(4)),
        ]
        for filter in filters {
            var (paged, filter): ([GeofenceEvent], EventFilter) = ([], filter)
            let all = try store.events.all(matching: filter)
            #expect(!all.isEmpty)
            while true {
                let page = try store.events.page(matching: filter, size: size)
                paged += page.events
                guard let next = page.next else { break }
                #expect(page.events.count == size, "only the last page may be short, seed \(seed)")
                filter.after = next
            }
            #expect(paged == all, "seed \(seed)")
        }
    }

    @Test("of visits are every visit once, by entry and id", arguments: UInt64(1)...4, [1, 3, 1000])
    func visits(seed: UInt64, size: Int) throws {
        var random = SeededGenerator(seed: seed)
        let store = try filled(&random)
        for verdicts in [[], [Visit.Verdict.counted]] as [Set<Visit.Verdict>] {
            var (paged, filter) = ([Visit](), VisitFilter(verdicts: verdicts))
            let all = try store.visits.all(matching: filter)
            #expect(all.count == (verdicts.isEmpty ? 20 : 10))
            filter.limit = size
            while true {
                let page = try store.visits.all(matching: filter)
                paged += page
                guard let last = page.last else { break }
                filter.after = VisitCursor(last)
            }
            #expect(paged == all, "seed \(seed)")
        }
        let span = VisitFilter(since: .march(1), until: .march(3))
        #expect(
            try store.visits.all(matching: span)
                == store.visits.all().filter { $0.enteredAt >= .march(1) && $0.enteredAt < .march(3) }
        )
        let first = try #require(try store.visits.all().first)
        #expect(try store.visits.find(first.id) == first)
        #expect(try store.visits.find(VisitID("none")) == nil)
    }

    @Test("of facilities, members and devices continue after an id")
    func byID() throws {
        let store = try VisitStore.temporary()
        let ids = ["B", "a", "b", "ä", "10", "9"]
        try store.load(ids.map { try gym($0) })
        for id in ids { try store.devices.ensure(DeviceID(id), member: MemberID(id), platform: .ios) }
        let sorted = ["10", "9", "B", "a", "b", "ä"]
        #expect(try store.facilities.all().map(\.facility.id.text) == sorted)
        for (index, id) in sorted.enumerated() {
            let rest = Array(sorted[(index + 1)...].prefix(2))
            let filter = FacilityFilter(after: try FacilityID(id), limit: 2)
            #expect(try store.facilities.all(matching: filter).map(\.facility.id.text) == rest)
            #expect(try store.members.all(after: MemberID(id), limit: 2).map(\.member.id.text) == rest)
            #expect(try store.devices.all(after: DeviceID(id), limit: 2).map(\.device.id.text) == rest)
        }
        #expect(try store.members.all(limit: 1).map(\.member.id.text) == ["10"])
        #expect(try store.devices.all().count == 6)
    }

    @Test("deep pages are found by an index and not by counting")
    func plans() throws {
        let store = try VisitStore.temporary()
        let events = try store.plan(
            """
            SELECT 1 FROM event e JOIN device d ON d.key = e.device JOIN member m ON m.key = d.member
            WHERE (e.occurred_ms, e.device, e.trigger_ms, e.ordinal) > (1, 2, 3, 4)
            ORDER BY e.occurred_ms, e.device, e.trigger_ms, e.ordinal LIMIT 10
            """
        )
        #expect(events.contains { $0.hasPrefix("SEARCH e USING") && $0.contains("event_occurred") }, "\(events)")
        #expect(!events.contains { $0.contains("TEMP B-TREE") }, "\(events)")
        let visits = try store.plan(
            """
            SELECT 1 FROM \(VisitColumns.tables) WHERE (v.entered_ms, v.id) > (1, 'a') ORDER BY v.entered_ms, v.id LIMIT 10
            """
        )
        #expect(visits.contains { $0.hasPrefix("SEARCH v USING") && $0.contains("visit_entered") }, "\(visits)")
        #expect(!visits.contains { $0.contains("TEMP B-TREE") }, "\(visits)")
    }
}
