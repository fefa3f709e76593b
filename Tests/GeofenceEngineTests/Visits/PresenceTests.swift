import SeededRandom
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("Where a member is now")
struct PresenceTests {
    private static let seeds = UInt64(1)...20
    private static let start = Timestamp(milliseconds: 1_710_158_400_000)

    private static func visit(
        _ facility: String,
        _ confidence: Double?,
        status: Visit.Status = .open,
        verdict: Visit.Verdict = .counted,
        others: (name: String, share: Double)? = nil,
        neighbors: Double? = nil,
        minutes: Double = 0,
        member: String = "anna"
    ) throws -> Visit {
        let at = start.advanced(bySeconds: 60 * minutes)
        let reasons = neighbors.map { [Visit.Reason(.neighbors, weight: $0)] } ?? []
        return Visit(
            id: try VisitID("v-\(member)-\(facility)"),
            member: try MemberID(member),
            device: try DeviceID("x"),
            facility: try FacilityID(facility),
            enteredAt: at,
            dwelledAt: nil,
            exitedAt: nil,
            status: status,
            evidence: .none,
            verdict: verdict,
            month: try Month("2024-03"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 2,
            lastProofAt: at.advanced(bySeconds: 30),
            depthMeters: 1,
            doubts: [],
            policyVersion: "p",
            assessment: try confidence.map {
                Visit.Assessment(
                    confidence: $0,
                    provenSeconds: 0,
                    bridgedSeconds: 0,
                    enteredBetween: at...at,
                    exitedBetween: nil,
                    reasons: reasons,
                    runnerUp: try others.map { .init(facility: try FacilityID($0.name), share: $0.share) }
                )
            }
        )
    }

    /// Visits in progress have the confidence that they will last, which is low at first.
    private static let table: [(visits: [Visit], place: String?, confidence: Double)] = {
        do {
            return [
                ([], nil, 0), ([try visit("a", 0.02, verdict: .tooShort)], "a", 1), ([try visit("a", 0.97)], "a", 0.97),
                ([try visit("a", nil)], "a", 1), ([try visit("a", 0.3, verdict: .unproven)], nil, 0),
                ([try visit("a", 0.6, verdict: .weakEvidence)], "a", 0.6),
                ([try visit("a", 0.9, verdict: .doubtful)], nil, 0),
                ([try visit("a", 0.9, verdict: .ambiguous)], nil, 0),
                ([try visit("a", 1, status: .closed)], nil, 0), ([try visit("a", 1, status: .timedOut)], nil, 0),
                // Neighbours: each knows the share of the other.
                (
                    [
                        try visit("a", 0.05, verdict: .tooShort, others: ("b", 0.06)),
                        try visit("b", 0.01, verdict: .tooShort, others: ("a", 0.94)),
                    ], "a", 0.94
                ),
                (
                    [
                        try visit("a", 0.05, verdict: .tooShort, others: ("b", 0.5)),
                        try visit("b", 0.05, verdict: .tooShort, others: ("a", 0.5)),
                    ], nil, 0
                ),
                // Undecided yet: two fixes fit both.
                ([try visit("a", 0.02, verdict: .tooShort), try visit("b", 0.02, verdict: .tooShort)], nil, 0),
                // Of three, the next likeliest alone does not say how likely the place itself is.
                ([try visit("a", 0.05, verdict: .tooShort, others: ("b", 0.3), neighbors: -0.9)], nil, 0),
                ([try visit("a", 0.05, verdict: .tooShort, others: ("b", 0.2), neighbors: -0.5)], "a", 0.61),
                ([try visit("a", 0.94, others: ("b", 0.06)), try visit("b", 0.06, verdict: .ambiguous)], "a", 0.94),
                // Two phones at two places: neither is likelier, until one visit is.
                ([try visit("a", 0.97), try visit("b", 0.97, minutes: 5)], nil, 0),
                ([try visit("a", 0.97), try visit("b", 0.97, verdict: .ambiguous)], "a", 0.97),
                ([try visit("a", 0.9), try visit("b", 0.2, verdict: .unproven)], "a", 0.82),
            ]
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    @Test("is the place that is likelier than all others together, or none", arguments: table.indices)
    func place(row: Int) throws {
        let (visits, place, confidence) = Self.table[row]
        for order in [visits, visits.reversed()] {
            let presence = Presence(among: order)
            #expect(presence?.facility.text == place)
            guard let presence else { continue }
            let visit = try #require(visits.first { $0.facility == presence.facility })
            #expect(presence.confidence == confidence)
            #expect(presence.confidence > Presence.threshold)
            #expect(presence.visit == visit.id && presence.since == visit.enteredAt)
        }
    }

    @Test("is one place at most for each member, whatever is open, and the same in any order", arguments: seeds)
    func any(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var visits: [Visit] = []
        for member in ["anna", "bob", "cleo"] {
            for place in 0..<Int.random(in: 0...5, using: &random) {
                visits.append(
                    try Self.visit(
                        "p\(place)",
                        Double.random(in: 0...1, using: &random),
                        status: Visit.Status.allCases.randomElement(using: &random) ?? .open,
                        verdict: Visit.Verdict.allCases.randomElement(using: &random) ?? .counted,
                        others: Bool.random(using: &random) ? ("p9", Double.random(in: 0...1, using: &random)) : nil,
                        neighbors: Bool.random(using: &random) ? Double.random(in: -3...0, using: &random) : nil,
                        member: member
                    )
                )
            }
        }
        let presences = Presence.byMember(visits)
        #expect(presences == Presence.byMember(visits.shuffled(using: &random)), "seed \(seed)")
        for (member, presence) in presences {
            #expect(presence.member == member && presence.confidence > 0.5 && presence.confidence <= 1, "seed \(seed)")
            #expect(visits.contains { $0.id == presence.visit && $0.status == .open }, "seed \(seed)")
        }
    }
}
