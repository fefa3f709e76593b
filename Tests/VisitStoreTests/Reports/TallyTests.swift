import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Visit tallies for pages")
struct TallyTests {
    private func visit(
        _ id: String,
        _ facility: String,
        day: Int,
        status: Visit.Status = .closed,
        verdict: Visit.Verdict = .counted
    ) throws -> Visit {
        let start = Timestamp.march(Double(day - 1) * 86_400 + 3_600)
        return Visit(
            id: try VisitID(id),
            member: try MemberID("anna"),
            device: try DeviceID("anna-phone"),
            facility: try FacilityID(facility),
            enteredAt: start,
            dwelledAt: start.advanced(bySeconds: 600),
            exitedAt: status == .open ? nil : start.advanced(bySeconds: 3_600),
            status: status,
            evidence: .confirmed,
            verdict: verdict,
            month: Month(containing: start.localDate(in: .utc)),
            localDate: start.localDate(in: .utc),
            fixesInside: 1,
            lastProofAt: start,
            depthMeters: 1,
            doubts: [],
            policyVersion: "p"
        )
    }

    private func store() throws -> VisitStore {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        let key = try store.devices.ensure([
            Device(id: DeviceID("anna-phone"), member: MemberID("anna"), platform: .ios),
            Device(id: DeviceID("silent"), member: MemberID("ben"), platform: .ios),
        ])
        var commit = DeviceCommit(
            device: key[0],
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: .march(9)
        )
        commit.visits = [
            try visit("v1", "a", day: 1), try visit("v2", "a", day: 3), try visit("v3", "a", day: 3),
            try visit("v4", "a", day: 3, verdict: .tooShort), try visit("v5", "a", day: 4, status: .withdrawn),
            try visit("v6", "a", day: 5, status: .open), try visit("v7", "b", day: 3, verdict: .tooShort),
        ]
        try store.commit([commit])
        return store
    }

    @Test("By day: counted and uncounted visits, without withdrawn ones")
    func byDay() throws {
        let store = try store()
        let days = try store.visits.dailyTallies(at: FacilityID("a"), in: Month("2024-03"))
        #expect(days.map(\.date.day) == [1, 3, 5])
        #expect(days.map(\.counted) == [1, 2, 1])
        #expect(days.map(\.others) == [0, 1, 0])
        #expect(try store.visits.dailyTallies(at: FacilityID("a"), in: Month("2024-02")) == [])
        #expect(try store.visits.dailyTallies(at: FacilityID("none"), in: Month("2024-03")) == [])
    }

    @Test("For some facilities: by month, since a time")
    func byFacility() throws {
        let store = try store()
        let ids = try [FacilityID("a"), FacilityID("b"), FacilityID("none")]
        let all = try store.visits.facilityTallies(of: ids, since: .march(0))
        #expect(Set(all.keys) == Set(ids.prefix(2)))
        #expect(all[ids[0]]?.counts == [try Month("2024-03"): 4])
        #expect(all[ids[1]]?.counts == [:])
        let late = try store.visits.facilityTallies(of: ids, since: .march(3 * 86_400))
        #expect(late[ids[0]]?.counts == [try Month("2024-03"): 1])
        #expect(late[ids[1]] == nil)
    }

    @Test("By zone and day, since a time")
    func byZone() throws {
        let tallies = try store().visits.zoneTallies(since: .march(86_400))
        #expect(tallies.reduce(0) { $0 + $1.day.counted } == 3)
        #expect(tallies.reduce(0) { $0 + $1.day.others } == 2)
        #expect(Set(tallies.map(\.day.date.day)) == [3, 5])
    }

    @Test("Visits are queried by status and from the latest on, page by page")
    func filters() throws {
        let store = try store()
        var filter = VisitFilter(facility: try FacilityID("a"))
        filter.statuses = [.open]
        #expect(try store.visits.all(matching: filter).map(\.id.text) == ["v6"])
        filter.statuses = []
        filter.newestFirst = true
        filter.limit = 2
        let first = try store.visits.all(matching: filter)
        #expect(first.map(\.id.text) == ["v6", "v4"])
        filter.after = first.last.map { VisitCursor($0) }
        filter.limit = nil
        #expect(try store.visits.all(matching: filter).map(\.id.text) == ["v3", "v2", "v1"])
    }

    @Test("Recently seen devices come first, those never seen not at all")
    func devices() throws {
        let store = try store()
        #expect(try store.devices.latest(limit: 5).map(\.device.id.text) == ["anna-phone"])
        #expect(try store.devices.latest(limit: 0).isEmpty)
    }
}
