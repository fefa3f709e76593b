import Testing
import VisitModel

@Suite("A person's word about a visit")
struct VisitReviewTests {
    private func visit(
        _ status: Visit.Status,
        _ verdict: Visit.Verdict = .counted,
        exited: Bool = true
    ) throws -> Visit {
        Visit(
            id: try VisitID("v"),
            member: try MemberID("m"),
            device: try DeviceID("d"),
            facility: try FacilityID("f"),
            enteredAt: Timestamp(milliseconds: 0),
            dwelledAt: nil,
            exitedAt: exited ? Timestamp(milliseconds: 9000) : nil,
            status: status,
            evidence: .none,
            verdict: verdict,
            month: try Month("1970-01"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: Timestamp(milliseconds: 8000),
            depthMeters: 1,
            doubts: [],
            policyVersion: "p"
        )
    }

    private func review(_ decision: VisitReview.Decision?) -> VisitReview {
        VisitReview(decision: decision, note: "", reviewer: "r", at: Timestamp(milliseconds: 1))
    }

    @Test("nothing and a note change nothing", arguments: Visit.Status.allCases, Visit.Verdict.allCases)
    func nothing(status: Visit.Status, verdict: Visit.Verdict) throws {
        let visit = try visit(status, verdict)
        #expect(visit.judged(by: nil) == visit)
        #expect(visit.judged(by: review(nil), before: try self.visit(.open)) == visit)
    }

    @Test("a declined visit is declined and never counted", arguments: Visit.Status.allCases, Visit.Verdict.allCases)
    func declined(status: Visit.Status, verdict: Visit.Verdict) throws {
        var expected = try visit(status, verdict)
        expected.status = .declined
        expected.verdict = .takenBack
        #expect(try visit(status, verdict).judged(by: review(.declined), before: visit(.closed)) == expected)
    }

    @Test("a confirmed visit is counted despite all evidence against it", arguments: Visit.Verdict.allCases)
    func confirmed(verdict: Visit.Verdict) throws {
        for status in [Visit.Status.open, .closed, .timedOut] {
            let judged = try visit(status, verdict).judged(by: review(.confirmed))
            #expect(judged == (try visit(status)))
        }
    }

    @Test(
        "a confirmed visit that is withdrawn stays as it was, and is over",
        arguments: [Visit.Status.closed, .timedOut, .open, .withdrawn, .declined]
    )
    func kept(was status: Visit.Status) throws {
        let before = try visit(status, .tooShort, exited: status != .open)
        var engine = before
        engine.status = .withdrawn
        engine.verdict = .takenBack
        let judged = engine.judged(by: review(.confirmed), before: before)
        var expected = before
        expected.verdict = .counted
        switch status {
        case .open:
            expected.status = .timedOut
            expected.exitedAt = before.lastProofAt
        case .withdrawn, .declined: expected.status = .closed
        case .closed, .timedOut: break
        }
        #expect(judged == expected)
        #expect(!judged.isTakenBack)
        #expect(engine.judged(by: review(.confirmed), before: judged) == judged, "and stays so")
    }
}
