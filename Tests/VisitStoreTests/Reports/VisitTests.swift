import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Visits and counts")
struct VisitTests {
    private func visit(
        _ id: String,
        _ member: String,
        _ facility: String,
        day: Int,
        seconds: Double = 0,
        open: Bool = false,
        status: Visit.Status = .closed,
        verdict: Visit.Verdict = .counted,
        month: String = "2024-03"
    ) throws -> Visit {
        let start = Timestamp.march(Double(day - 1) * 86_400 + seconds)
        return Visit(
            id: try VisitID(id),
            member: try MemberID(member),
            device: try DeviceID(member + "-phone"),
            facility: try FacilityID(facility),
            enteredAt: start,
            dwelledAt: open ? nil : start.advanced(bySeconds: 600),
            exitedAt: open ? nil : start.advanced(bySeconds: 3600),
            status: open ? .open : status,
            evidence: .confirmed,
            verdict: verdict,
            month: try Month(month),
            localDate: start.localDate(in: .utc),
            fixesInside: 12,
            lastProofAt: start.advanced(bySeconds: 3500),
            depthMeters: 88.5,
            doubts: [.overlapping, .facilityChanged],
            policyVersion: "2024-1"
        )
    }

    /// A store with the given visits.
    private func store(_ visits: [Visit]) throws -> VisitStore {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        let key = try store.devices.ensure(
            ["anna", "ben"].map { try Device(id: DeviceID($0 + "-phone"), member: MemberID($0), platform: .ios) }
        )
        var commit = DeviceCommit(device: key[0], state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.visits = visits
        try store.commit([commit])
        return store
    }

    @Test("every field is read back unchanged, and a changed visit replaces the old")
    func roundTrip() throws {
        var first = try visit("v1", "anna", "a", day: 1, open: true)
        let store = try store([first])
        #expect(try store.visits.all() == [first])
        first.exitedAt = .march(9)
        first.dwelledAt = .march(8)
        first.status = .timedOut
        first.evidence = .inferred
        first.verdict = .ambiguous
        first.month = try Month("2024-04")
        first.doubts = []
        var commit = DeviceCommit(
            device: try #require(try store.devices.find(DeviceID("anna-phone"))).key,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.visits = [first]
        try store.commit([commit])
        #expect(try store.visits.all() == [first])
    }

    @Test("An assessment is read back unchanged, changes with its visit, and can be removed")
    func assessment() throws {
        var visit = try visit("v1", "anna", "a", day: 1, open: true, verdict: .unproven)
        visit.assessment = Visit.Assessment(
            confidence: 0.42,
            provenSeconds: 300,
            bridgedSeconds: 1_200,
            enteredBetween: .march(-60)...(.march(0.25)),
            exitedBetween: nil,
            reasons: [Visit.Reason(.proven, weight: 4.2), Visit.Reason(.gapAfter, weight: -1.1)],
            runnerUp: Visit.RunnerUp(facility: try FacilityID("b"), share: 0.31)
        )
        let store = try store([visit])
        func expectStored() throws {
            #expect(try store.visits.all() == [visit])
            #expect(try store.visits.find(visit.id) == visit)
            #expect(try store.visits.all(of: visit.member, overlapping: .march(0)...(.march(1))) == [visit])
            #expect(try store.privacy.export(visit.member)?.visits == [visit])
        }
        func rewrite() throws {
            var commit = DeviceCommit(
                device: try #require(try visit.device.flatMap { try store.devices.find($0) }).key,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.visits = [visit]
            try store.commit([commit])
        }
        try expectStored()
        #expect(try store.visits.all(matching: VisitFilter(verdicts: [.unproven])) == [visit])
        visit.assessment?.confidence = 1
        visit.assessment?.exitedBetween = .march(5)...(.march(5))
        visit.assessment?.reasons = []
        visit.assessment?.runnerUp = nil
        try rewrite()
        try expectStored()
        visit.assessment = nil
        try rewrite()
        try expectStored()
        #expect(try store.number("SELECT count(*) FROM visit WHERE reasons IS NULL AND entered_to_ms IS NULL") == 1)
    }

    @Test("A reason known only to a newer version is left out")
    func unknownReason() throws {
        var visit = try visit("v1", "anna", "a", day: 1)
        visit.assessment = Visit.Assessment(
            confidence: 0.9,
            provenSeconds: 1,
            bridgedSeconds: 0,
            enteredBetween: .march(0)...(.march(0)),
            exitedBetween: nil,
            reasons: Visit.Term.allCases.map { Visit.Reason($0, weight: -0.1) }
        )
        let store = try store([visit])
        #expect(try store.visits.all() == [visit])
        try store.database.pool.write { db in
            try db.execute(sql: "UPDATE visit SET reasons = 'moon:1.5 night:-2.0 proven walk_past:x span:0.3'")
        }
        let reasons = [Visit.Reason(.night, weight: -2), Visit.Reason(.span, weight: 0.3)]
        #expect(try store.visits.all().first?.assessment?.reasons == reasons)
    }

    @Test("Bounds in the wrong order are a damaged row")
    func damagedBounds() throws {
        let store = try store([visit("v1", "anna", "a", day: 1)])
        for (from, to) in [("2", "1"), ("NULL", "1")] {
            try store.database.pool.write { db in
                try db.execute(
                    sql: "UPDATE visit SET confidence = 0.5, entered_from_ms = \(from), entered_to_ms = \(to)"
                )
            }
            let error = #expect(throws: StorageError.self) { try store.visits.all() }
            #expect(error?.code == .damaged)
        }
    }

    @Test("filters restrict by month, member and facility, and leave out withdrawn visits")
    func filters() throws {
        let store = try store([
            visit("v1", "anna", "a", day: 2), visit("v2", "ben", "a", day: 1), visit("v3", "anna", "b", day: 3),
            visit("v4", "anna", "a", day: 4, status: .withdrawn, verdict: .takenBack),
            visit("v5", "anna", "a", day: 32, month: "2024-04"),
        ])
        func ids(_ filter: VisitFilter) throws -> [String] { try store.visits.all(matching: filter).map(\.id.text) }
        #expect(try ids(VisitFilter()) == ["v2", "v1", "v3", "v5"])
        #expect(try ids(VisitFilter(includesWithdrawn: true)) == ["v2", "v1", "v3", "v4", "v5"])
        #expect(try ids(VisitFilter(month: Month("2024-03"), member: MemberID("anna"))) == ["v1", "v3"])
        #expect(try ids(VisitFilter(facility: FacilityID("b"))) == ["v3"])
        #expect(try ids(VisitFilter(month: Month("2024-05"))).isEmpty)
    }

    @Test("visits of a member that overlap a span")
    func overlapping() throws {
        let store = try store([
            visit("v1", "anna", "a", day: 1), visit("v2", "anna", "b", day: 2, open: true),
            visit("v3", "ben", "a", day: 1),
        ])
        func ids(_ start: Double, _ end: Double) throws -> [String] {
            try store.visits.all(of: MemberID("anna"), overlapping: .march(start)...(.march(end))).map(\.id.text)
        }
        #expect(try ids(0, 10) == ["v1"])
        #expect(try ids(3600, 3600) == ["v1"])
        #expect(try ids(3600.001, 4000).isEmpty)
        #expect(try ids(9e6, 9e7) == ["v2"], "an open visit goes on")
        #expect(try store.visits.all(of: MemberID("zzz"), overlapping: .march(0)...(.march(1))).isEmpty)
    }

    @Test("only counted visits of the month are counted, by the given filter")
    func counts() throws {
        let store = try store([
            visit("v1", "anna", "a", day: 1), visit("v2", "anna", "a", day: 1, seconds: 40_000),
            visit("v3", "anna", "b", day: 2), visit("v4", "ben", "b", day: 2),
            visit("v5", "ben", "b", day: 3, verdict: .tooShort),
            visit("v6", "ben", "b", day: 4, status: .withdrawn, verdict: .takenBack),
            visit("v7", "ben", "b", day: 32, month: "2024-04"),
        ])
        let (anna, ben, a, b) = (
            try MemberID("anna"), try MemberID("ben"), try FacilityID("a"), try FacilityID("b")
        )
        let march = try Month("2024-03")
        #expect(
            try store.visits.counts(march, by: .member) == [
                VisitCount(member: anna, facility: nil, visits: 3, days: 2),
                VisitCount(member: ben, facility: nil, visits: 1, days: 1),
            ]
        )
        #expect(
            try store.visits.counts(march, by: .facility) == [
                VisitCount(member: nil, facility: a, visits: 2, days: 1),
                VisitCount(member: nil, facility: b, visits: 2, days: 1),
            ]
        )
        #expect(
            try store.visits.counts(march, by: [.member, .facility]) == [
                VisitCount(member: anna, facility: a, visits: 2, days: 1),
                VisitCount(member: anna, facility: b, visits: 1, days: 1),
                VisitCount(member: ben, facility: b, visits: 1, days: 1),
            ]
        )
        #expect(try store.visits.counts(march, by: []) == [VisitCount(member: nil, facility: nil, visits: 4, days: 2)])
        #expect(try store.visits.counts(Month("2025-01"), by: .member).isEmpty)
    }
}
