import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("A receiver of the messages has the visits as they are")
struct TellingPropertyTests {
    /// The fields of a visit in a message, and their previous values in a correction.
    private static let facts = [
        "facility", "entered_at", "dwelled_at", "exited_at", "status", "evidence", "verdict", "month",
    ]

    @Test("after any order of input in any batches, with two phones a member", arguments: 0..<UInt64(6))
    func readerKnows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, hours: 30, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .android, hours: 30, using: &random)
        fixes += try Journey.random("bob-1", member: "bob", .android, hours: 30, using: &random)
        fixes =
            seed % 2 == 0
            ? fixes.shuffled(using: &random) : fixes.sorted { ($0.fix, $0.device) < ($1.fix, $1.device) }
        let world = try SmallWorld()
        try world.addEndpoint()
        try world.ingest(fixes, batchSize: [9, 40, 300][Int(seed) % 3])

        var known: [String: [String: String]] = [:]
        var sequences: [String: Int] = [:]
        var ids: Set<String> = []
        for message in try world.messages() {
            let visit = try #require(message.visit)
            let context: Comment = "seed \(seed), \(message.type) \(message.sequence ?? 0) of \(visit)"
            #expect(ids.insert(message.id).inserted, context)
            #expect(message.sequence == (sequences[visit] ?? 0) + 1, context)
            sequences[visit] = message.sequence
            #expect((known[visit] == nil) == (message.type == "visit.entered"), context)
            check(message, after: known[visit], context)
            known[visit] = Dictionary(uniqueKeysWithValues: Self.facts.map { ($0, message[$0]) })
        }
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count > 3, "seed \(seed)")
        for visit in visits {
            let reader = try #require(known[visit.id.text], "seed \(seed): no message about \(visit)")
            expectSame(Self.lines(reader), Self.lines(Self.facts(of: visit)), "seed \(seed), \(visit.id)")
        }
    }

    /// Expects a message to change only the fields of its type, and a correction to name the values that were sent
    /// before.
    private func check(_ message: ReceivedMessage, after known: [String: String]?, _ context: Comment) {
        guard let known else { return }
        let explained: Set<String> =
            switch message.type {
            case "visit.dwelled": ["dwelled_at", "evidence", "verdict", "exited_at", "status"]
            case "visit.exited", "visit.timed_out": ["exited_at", "status", "dwelled_at", "evidence", "verdict"]
            // The messages that follow a correction come right after it.
            case "visit.corrected":
                Set(message.previous.map { Array($0.keys) } ?? [])
                    .union(["dwelled_at", "exited_at", "status", "evidence", "verdict"])
            default: []
            }
        for fact in Self.facts where !explained.contains(fact) {
            #expect(message[fact] == known[fact], "\(context): \(fact) changed without a word")
        }
        for (fact, value) in message.previous ?? [:] {
            #expect(ReceivedMessage.text(value) == known[fact], "\(context): \(fact) was never reported so")
        }
    }

    private static func facts(of visit: Visit) -> [String: String] {
        [
            "facility": visit.facility.text, "entered_at": visit.enteredAt.iso8601,
            "dwelled_at": visit.dwelledAt?.iso8601 ?? "-", "exited_at": visit.exitedAt?.iso8601 ?? "-",
            "status": visit.status.rawValue, "evidence": visit.evidence.rawValue, "verdict": visit.verdict.rawValue,
            "month": visit.month.description,
        ]
    }

    private static func lines(_ facts: [String: String]) -> [String] {
        facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    }
}
