import GeofenceEngine
import Interchange
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

/// Compares labelled stays with the visits counted under the default policy.
@Suite("Labelled stays", .enabled(if: SharedData.isPresent, SharedData.missing))
struct LabelledVisitTests {
    @Test("of 25 members in ordinary conditions are counted, nearly all and nearly nothing else", .long)
    func ordinaryMembers() throws {
        let score = try Score(truth: "synthetic/m25_normal/truth_visits.csv", visits: try Self.normal.get())
        #expect(score.rows == 334)
        #expect(score.missed <= 2, "\(score)")
        #expect(score.false <= 1, "\(score)")
        #expect(score.splits <= 2, "\(score)")
        #expect(score.months == 25)
        #expect(score.exactMonths >= 19, "\(score)")
    }

    @Test("of one member with many fixes are counted")
    func oneMember() throws {
        let score = try Score(truth: "synthetic/m1_dense/truth_visits.csv", visits: try Self.dense.get())
        #expect(score.rows == 22)
        #expect(score.missed == 0, "\(score)")
        #expect(score.false == 0, "\(score)")
        #expect(score.splits == 0, "\(score)")
        // One more stay reaches the dwell threshold but has no fix at all, so the month can't be exact.
        #expect(score.months == 1)
    }

    @Test(
        "are the same from what a server got, hours late, shuffled and sent again",
        .long,
        arguments: [("m1_dense", "m[0-9]*"), ("m25_normal", "m0000[0-7]")]
    )
    func delivered(name: String, members: String) throws {
        let delivered = try Self.visits(name, "delivery.csv.gz", lines: "^(member|\(members)),")
        let pattern = try Regex(members)
        let inOrder = try (name == "m1_dense" ? Self.dense : Self.normal).get()
            .filter { $0.member.text.wholeMatch(of: pattern) != nil }
        #expect(!inOrder.isEmpty)
        expectSame(delivered.map(VisitFacts.init).sorted(), inOrder.map(VisitFacts.init).sorted(), "\(name)")
    }

    // Each is evaluated once, by the first test that uses it.
    private static let normal = Result { try visits("m25_normal", "fixes.csv.gz") }
    private static let dense = Result { try visits("m1_dense", "fixes.csv.gz") }

    private static func visits(_ folder: String, _ track: String, lines: String = "") throws -> [Visit] {
        let store = try SharedData.store("synthetic/\(folder)/facilities.csv", "America/Chicago")
        let summary = try SharedData.withTrack("synthetic/\(folder)/\(track)", lines: lines) { path in
            try VisitPipeline(store: store).replay([path], observedAt: SharedData.now)
        }
        #expect(summary.unreadable == 0)
        return try store.visits.all()
    }
}

/// A score by the rules of `Benchmarks/accuracy/score-visits`.
private struct Score: CustomStringConvertible {
    /// Labelled stays that reach the dwell threshold in a perfect circle and have at least one fix inside.
    var rows = 0
    /// Rows without a counted visit that overlaps them.
    var missed = 0
    /// Counted visits that overlap no such row.
    var `false` = 0
    /// Counted visits of a row beyond the first.
    var splits = 0
    /// Months of members with a label or a counted visit.
    var months = 0
    /// Months in which the count is exactly the number of labelled stays that reach the dwell threshold, with fixes or
    /// without.
    var exactMonths = 0

    var description: String {
        "rows \(rows) missed \(missed) false \(`false`) splits \(splits) months \(exactMonths) of \(months)"
    }

    private struct Place: Hashable {
        let member: String
        let facility: String
    }

    private struct MemberMonth: Hashable {
        let member: String
        let month: String
    }

    init(truth: String, visits: [Visit], dwellSeconds: Double = 600) throws {
        let labels = try SharedData.rows(truth)
        let counted = visits.filter(\.isCounted)
        let byPlace = Dictionary(grouping: counted) { Place(member: $0.member.text, facility: $0.facility.text) }
        var found: [MemberMonth: Int] = [:]
        for visit in counted { found[MemberMonth(member: visit.member.text, month: "\(visit.month)"), default: 0] += 1 }
        var wanted: [MemberMonth: Int] = [:]
        var matched: Set<VisitID> = []
        var allMonths = Set(found.keys)
        for label in labels {
            let member = String(label["member"] ?? "")
            let month = MemberMonth(member: member, month: String(label["local_month"] ?? ""))
            allMonths.insert(month)
            guard label["kind"] != "decoy_near", let seconds = Double(label["circle_s"] ?? ""), seconds >= dwellSeconds
            else { continue }
            wanted[month, default: 0] += 1
            guard let fixes = Int(label["fixes_inside"] ?? ""), fixes >= 1 else { continue }
            rows += 1
            let start = try #require(try SharedData.time(label["circle_enter"]))
            let end = try #require(try SharedData.time(label["circle_exit"]))
            let hits =
                byPlace[Place(member: member, facility: String(label["facility"] ?? ""))]?
                .filter { $0.enteredAt <= end && ($0.exitedAt.map { $0 >= start } ?? true) } ?? []
            matched.formUnion(hits.map(\.id))
            if hits.isEmpty { missed += 1 }
            splits += max(0, hits.count - 1)
        }
        `false` = counted.count { !matched.contains($0.id) }
        months = allMonths.count
        exactMonths = allMonths.count { wanted[$0, default: 0] == found[$0, default: 0] }
    }
}
