import Testing
import VisitModel
import WebhookDelivery

@Suite("The events of a rewritten visit")
struct VisitChangeTests {
    /// A visit, with times in minutes of a day.
    struct Seen: Sendable {
        var entered = 0.0
        var dwelled: Double?
        var exited: Double?
        var status = Visit.Status.open
        var evidence = Visit.Evidence.none
        var verdict = Visit.Verdict.tooShort
        var proof = 0.0
        var month = 3

        func visit() throws -> Visit {
            func time(_ minutes: Double) -> Timestamp { Timestamp(milliseconds: Int64(minutes * 60_000)) }
            return Visit(
                id: try VisitID("v"),
                member: try MemberID("ann"),
                device: try DeviceID("phone"),
                facility: try FacilityID("gym"),
                enteredAt: time(entered),
                dwelledAt: dwelled.map(time),
                exitedAt: exited.map(time),
                status: status,
                evidence: evidence,
                verdict: verdict,
                month: try Month(year: 2024, month: month),
                localDate: CivilDate(daysSince1970: 0),
                fixesInside: 1,
                lastProofAt: time(proof),
                depthMeters: 1,
                doubts: [],
                policyVersion: "p"
            )
        }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let before: Seen?
        let after: Seen
        let changes: [String]
        /// Whether `visit.exited` was sent; `nil` where the status before says it.
        let hasExited: Bool?

        init(_ name: String, _ before: Seen?, _ after: Seen, hasExited: Bool? = nil, _ changes: [String]) {
            (testDescription, self.before, self.after, self.changes) = (name, before, after, changes)
            self.hasExited = hasExited
        }

        func published() throws -> PublishedVisit {
            guard let before else { return .nothing }
            return .facts(try before.visit().facts, hasExited: hasExited ?? (before.status == .closed))
        }
    }

    private static let open = Seen()
    private static let dwelled = Seen(dwelled: 10, evidence: .confirmed, verdict: .counted)
    private static let closed = Seen(
        dwelled: 10,
        exited: 40,
        status: .closed,
        evidence: .confirmed,
        verdict: .counted
    )
    private static let passedBy = Seen(exited: 5, status: .closed)
    private static let silent = Seen(
        dwelled: 10,
        exited: 30,
        status: .timedOut,
        evidence: .inferred,
        verdict: .counted
    )
    private static let withdrawn = Seen(exited: 5, status: .withdrawn, verdict: .takenBack)

    private static let steps = [
        Case("a new visit", nil, open, ["visit.entered 0"]),
        Case("a new visit that has dwelled", nil, dwelled, ["visit.entered 0", "visit.dwelled 10"]),
        Case("a new visit that is over", nil, closed, ["visit.entered 0", "visit.dwelled 10", "visit.exited 40"]),
        Case("a new visit that was too short", nil, passedBy, ["visit.entered 0", "visit.exited 5"]),
        Case(
            "a new visit that fell silent",
            nil,
            silent,
            ["visit.entered 0", "visit.dwelled 10", "visit.timed_out 30"]
        ),
        Case("a new visit that never was", nil, withdrawn, []),
        Case("the threshold reached", open, dwelled, ["visit.dwelled 10"]),
        Case("the end", dwelled, closed, ["visit.exited 40"]),
        Case("silence", dwelled, silent, ["visit.corrected [evidence(confirmed)]", "visit.timed_out 30"]),
        Case(
            "more proof and nothing else",
            dwelled,
            Seen(dwelled: 10, evidence: .confirmed, verdict: .counted, proof: 9),
            []
        ),
        Case("threshold and end at once", open, closed, ["visit.dwelled 10", "visit.exited 40"]),
    ]

    private static let corrections = [
        Case(
            "an earlier entry",
            dwelled,
            Seen(entered: -5, dwelled: 10, evidence: .confirmed, verdict: .counted),
            ["visit.corrected [enteredAt(0)]"]
        ),
        Case(
            "an earlier entry, reported with the end",
            dwelled,
            Seen(entered: -5, dwelled: 5, exited: 40, status: .closed, evidence: .confirmed, verdict: .counted),
            ["visit.corrected [enteredAt(0), dwelledAt(10)]", "visit.exited 40"]
        ),
        Case("a return after the end", closed, dwelled, ["visit.corrected [exitedAt(40), status(closed)]"]),
        Case(
            "another end",
            closed,
            Seen(dwelled: 10, exited: 50, status: .closed, evidence: .confirmed, verdict: .counted),
            ["visit.corrected [exitedAt(40)]"]
        ),
        Case(
            "a threshold that was not reached",
            dwelled,
            open,
            ["visit.corrected [dwelledAt(10), evidence(confirmed), verdict(counted)]"]
        ),
        Case("an end after silence", silent, closed, ["visit.corrected [evidence(inferred)]", "visit.exited 40"]),
        Case(
            "an end after silence that was reported before",
            silent,
            closed,
            hasExited: true,
            ["visit.corrected [exitedAt(30), status(timed_out), evidence(inferred)]"]
        ),
        Case(
            "silence after an end",
            closed,
            silent,
            ["visit.corrected [exitedAt(40), status(closed), evidence(confirmed)]"]
        ),
        Case(
            "a return after silence",
            silent,
            dwelled,
            ["visit.corrected [exitedAt(30), status(timed_out), evidence(inferred)]"]
        ),
        Case("a second end, after a return", dwelled, closed, hasExited: true, ["visit.exited 40"]),
        Case("a visit that never was", passedBy, withdrawn, ["visit.corrected [status(closed), verdict(tooShort)]"]),
        Case(
            "one that comes back",
            withdrawn,
            passedBy,
            hasExited: true,
            ["visit.corrected [status(withdrawn), verdict(takenBack)]"]
        ),
        Case(
            "one that comes back with steps that were not reported",
            withdrawn,
            closed,
            [
                "visit.corrected [exitedAt(5), status(withdrawn), evidence(none), verdict(takenBack)]",
                "visit.dwelled 10", "visit.exited 40",
            ]
        ),
        Case(
            "one that no longer counts",
            closed,
            Seen(dwelled: 10, exited: 40, status: .closed, evidence: .confirmed, verdict: .ambiguous),
            ["visit.corrected [verdict(counted)]"]
        ),
        Case("another month", open, Seen(month: 2), ["visit.corrected [month(2024-03)]"]),
        Case("nothing", closed, closed, []),
    ]

    @Test("each step is emitted once, after the withdrawal of what no longer holds", arguments: steps + corrections)
    func changes(_ row: Case) throws {
        let changes = VisitChange.between(try row.published(), and: try row.after.visit())
        #expect(changes.map(Self.text) == row.changes)
    }

    private static let silentRows = [
        Case("one that goes on", open, dwelled, ["visit.entered 0", "visit.dwelled 10"]),
        Case("one that ends now", dwelled, closed, ["visit.entered 0", "visit.dwelled 10", "visit.exited 40"]),
        Case("one that fell silent long ago", dwelled, silent, []),
        Case("one that was over, and is moved", closed, Seen(entered: 1, exited: 40, status: .closed), []),
        Case("one that was over, and is taken back", passedBy, withdrawn, []),
    ]

    @Test(
        "of silently loaded visits only those in progress are reported, from their beginning",
        arguments: silentRows
    )
    func loadedSilently(_ row: Case) throws {
        let before = try #require(row.before)
        let changes = VisitChange.between(.withheld(before.status), and: try row.after.visit())
        #expect(changes.map(Self.text) == row.changes)
    }

    private static func text(_ change: VisitChange) -> String {
        guard change.type == .visitCorrected else {
            return "\(change.type.rawValue) \(Int((change.occurredAt?.seconds ?? .nan) / 60))"
        }
        return "visit.corrected [\(change.previous.map(text).joined(separator: ", "))]"
    }

    private static func text(_ fact: VisitChange.Fact) -> String {
        switch fact {
        case .enteredAt(let time): "enteredAt(\(Int(time.seconds / 60)))"
        case .dwelledAt(let time): "dwelledAt(\(Int(time.seconds / 60)))"
        case .exitedAt(let time): "exitedAt(\(Int(time.seconds / 60)))"
        case .status(let status): "status(\(status.rawValue))"
        case .evidence(let evidence): "evidence(\(evidence))"
        case .verdict(let verdict): "verdict(\(verdict))"
        case .month(let month): "month(\(month))"
        }
    }
}
