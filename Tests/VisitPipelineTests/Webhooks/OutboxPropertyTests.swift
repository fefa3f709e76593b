import Interchange
import SeededRandom
import LongTests
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

    private let later = SmallWorld.now.advanced(bySeconds: 60)

    @Test("after any order of input in any batches, with two phones a member", .long, arguments: 0..<UInt64(6))
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
        let batchSize = [9, 40, 300][Int(seed) % 3]
        var ingest = try world.pipeline().ingest()
        var rest = fixes[...]
        while !rest.isEmpty {
            _ = try ingest.apply(Array(rest.prefix(batchSize)), observedAt: SmallWorld.now)
            rest = rest.dropFirst(batchSize)
            // Messages are made now and then, in the middle of the changes.
            if Int.random(in: 0..<4, using: &random) == 0 { try world.publishCollected(at: later) }
        }
        try world.publishCollected(at: later)
        #expect(try world.store.outbox.collectedCount() == 0)

        var known: [String: [String: String]] = [:]
        var sequences: [String: Int] = [:]
        var ids: Set<String> = []
        var exited: Set<String> = []
        for message in try world.messages() {
            let visit = try #require(message.visit)
            let context: Comment = "seed \(seed), \(message.type) \(message.sequence ?? 0) of \(visit)"
            #expect(ids.insert(message.id).inserted, context)
            #expect(message.sequence == (sequences[visit] ?? 0) + 1, context)
            sequences[visit] = message.sequence
            #expect((known[visit] == nil) == (message.type == "visit.entered"), context)
            check(message, after: known[visit], context)
            if message.type == "visit.exited" {
                #expect((known[visit]?["exited_at"] ?? "-") == "-" || !exited.contains(visit), context)
                exited.insert(visit)
            }
            known[visit] = Dictionary(uniqueKeysWithValues: Self.facts.map { ($0, message[$0]) })
        }
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count > 3, "seed \(seed)")
        for visit in visits {
            // A visit that was withdrawn before it was reported is not reported.
            guard let reader = known[visit.id.text] else {
                #expect(visit.status == .withdrawn, "seed \(seed): no message about \(visit)")
                continue
            }
            expectSame(Self.lines(reader), Self.lines(Self.facts(of: visit)), "seed \(seed), \(visit.id)")
            if visit.status == .closed { #expect(exited.contains(visit.id.text), "seed \(seed), \(visit.id)") }
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
