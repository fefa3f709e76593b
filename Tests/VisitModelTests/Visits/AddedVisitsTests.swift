import Testing

@testable import VisitModel

@Suite("Added visits and what they decide")
struct AddedVisitsTests {
    /// A visit of minutes at a facility; of a person with a letter before `v`.
    private static func visit(
        _ id: String,
        _ minutes: ClosedRange<Int64>,
        at facility: String = "a",
        verdict: Visit.Verdict = .counted
    ) throws -> Visit {
        let stay = try AddedStay(
            member: MemberID("m"),
            facility: FacilityID(facility),
            enteredAt: Timestamp(milliseconds: minutes.lowerBound * 60_000),
            exitedAt: Timestamp(milliseconds: minutes.upperBound * 60_000)
        )
        let added = Visit(of: stay, dwell: .standard, in: .utc, policyVersion: "p")
        return Visit(
            id: try VisitID(id),
            member: added.member,
            device: id.hasPrefix("v") ? try DeviceID("d") : nil,
            facility: added.facility,
            enteredAt: added.enteredAt,
            dwelledAt: added.dwelledAt,
            exitedAt: added.exitedAt,
            status: .closed,
            evidence: id.hasPrefix("v") ? .confirmed : .manual,
            verdict: verdict,
            month: added.month,
            localDate: added.localDate,
            fixesInside: 0,
            lastProofAt: added.lastProofAt,
            depthMeters: 0,
            doubts: [],
            policyVersion: "p"
        )
    }

    private static func kind(
        _ visit: Visit,
        _ added: AddedVisits,
        decision: VisitReview.Decision? = nil
    ) -> VisitReview.Link.Kind? {
        added.link(of: visit, decision: decision)?.kind
    }

    @Test(
        "of the same stay are visits that share any time at one facility, or more than half of the shorter at another",
        arguments: [
            ("a", 0...10, false), ("a", 0...11, true), ("b", 0...20, false), ("b", 0...21, true), ("b", 12...18, true),
            ("a", 40...50, false), ("a", 39...50, true), ("b", 5...200, true),
        ] as [(String, ClosedRange<Int64>, Bool)]
    )
    func sameStay(facility: String, minutes: ClosedRange<Int64>, isCovered: Bool) throws {
        let added = AddedVisits([try Self.visit("m1", 10...40)], choices: [:])
        let visit = try Self.visit("v1", minutes, at: facility)
        #expect(Self.kind(visit, added) == (isCovered ? .covered : nil))
    }

    @Test(
        "a visit that neither counts nor waits for a person is left as it is",
        arguments: Visit.Verdict.allCases
    )
    func verdicts(verdict: Visit.Verdict) throws {
        let added = AddedVisits([try Self.visit("m1", 0...60)], choices: [:])
        let isCovered = [.counted, .unproven, .ambiguous, .doubtful].contains(verdict)
        #expect(Self.kind(try Self.visit("v1", 10...50, verdict: verdict), added) == (isCovered ? .covered : nil))
    }

    @Test("a person's decision holds against the same stay, and not against a choice")
    func decisions() throws {
        let (added, visit) = (try Self.visit("m1", 0...60), try Self.visit("v1", 10...50))
        let pair = AddedVisits.Pair(added.id, visit.id)
        for decision in VisitReview.Decision.allCases {
            #expect(Self.kind(visit, AddedVisits([added], choices: [:]), decision: decision) == nil)
            #expect(Self.kind(visit, AddedVisits([added], choices: [pair: .replaced]), decision: decision) == .replaced)
            #expect(Self.kind(visit, AddedVisits([added], choices: [pair: .moved]), decision: decision) == .moved)
        }
        #expect(Self.kind(visit, AddedVisits([added], choices: [pair: .kept])) == nil)
        #expect(AddedVisits([added], choices: [:]).rival(of: visit)?.id == added.id)
        #expect(AddedVisits([added], choices: [pair: .kept]).rival(of: visit) == nil)
    }

    @Test("of added visits of one stay the latest counts, and what does not count decides nothing")
    func latest() throws {
        let (old, new) = (try Self.visit("m1", 0...60), try Self.visit("m2", 50...100))
        let (early, late) = (try Self.visit("v1", 0...40), try Self.visit("v2", 80...120))
        let both = AddedVisits([new, old], choices: [:])
        #expect(both.counting.map(\.id) == [new.id])
        #expect(both.links == [old.id: VisitReview.Link(.covered, to: new.id)])
        #expect(Self.kind(early, both) == nil)
        #expect(Self.kind(late, both) == .covered)
        let kept = AddedVisits([new, old], choices: [AddedVisits.Pair(new.id, old.id): .kept])
        #expect(kept.counting.count == 2)
        #expect(Self.kind(early, kept) == .covered)
        #expect(AddedVisits([], choices: [AddedVisits.Pair(new.id, late.id): .replaced]).counting.isEmpty)
        #expect(Self.kind(late, AddedVisits([old], choices: [AddedVisits.Pair(new.id, late.id): .replaced])) == nil)
    }
}
