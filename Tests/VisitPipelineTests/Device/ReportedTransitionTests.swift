import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("Fixes with an OS transition report")
struct ClaimedInputTests {
    private static let tables: Set<String> = ["visit", "event", "stay", "fix_chunk", "device_state"]

    private static func fix(_ minute: Double, east: Double = 0, accuracy: Double = 10) throws -> Fix {
        Fix(
            time: SmallWorld.minute(minute),
            coordinate: try SmallWorld.coordinate(east: east),
            horizontalAccuracy: accuracy
        )
    }

    private static func key(_ place: Int) throws -> FenceKey { try #require(FenceKey(exactly: place + 1)) }

    /// A world after batches of inputs of one phone.
    private static func world(_ batches: [[DeviceInput]]) throws -> (world: SmallWorld, summary: IngestSummary) {
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        var ingest = try world.pipeline().ingest()
        var summary = IngestSummary()
        for batch in batches {
            summary.add(try ingest.ingest(batch, of: device, observed: ObservedTimes(SmallWorld.now)).summary)
        }
        return (world, summary)
    }

    private static func batches(of inputs: [DeviceInput], _ size: Int) -> [[DeviceInput]] {
        stride(from: 0, to: inputs.count, by: size).map { Array(inputs[$0..<min($0 + size, inputs.count)]) }
    }

    struct Pair: CustomTestStringConvertible {
        let testDescription: String
        /// The batches of a fix with an OS transition report and of the same fix without one, in letters: `c` and `p`.
        let batches: [String]
    }

    private static let pairs = [
        Pair(testDescription: "in one batch, the claim first", batches: ["cp"]),
        Pair(testDescription: "in one batch, the claim last", batches: ["pc"]),
        Pair(testDescription: "one after the other, the claim first", batches: ["c", "p"]),
        Pair(testDescription: "one after the other, the claim last", batches: ["p", "c"]),
        Pair(testDescription: "again and again", batches: ["p", "cp", "c", "pp"]),
    ]

    @Test("the same fix with and without a report is one fix, the reported one", arguments: pairs)
    func plainAndClaimed(_ pair: Pair) throws {
        let (first, second) = (try Self.fix(0, accuracy: 180), try Self.fix(3, accuracy: 180))
        let later = try (20...40).map { DeviceInput.fix(try Self.fix(Double($0), east: 3000)) }
        let key = try Self.key(0)
        let batches = pair.batches.map { letters in
            letters.flatMap { letter in
                [first, second].map { letter == "c" ? DeviceInput.reported(.entered, key, $0) : .fix($0) }
            }
        }
        let claimed: [DeviceInput] = [first, second].map { .reported(.entered, key, $0) }
        let expected = try Self.world([claimed, later]).world
        let found = try Self.world(batches + [later])
        #expect(try expected.visits().map(\.fixesInside) == [2])
        expectSame(try found.world.dump(of: Self.tables), try expected.dump(of: Self.tables), "\(pair.batches)")
    }

    @Test("repeats are counted as such")
    func repeats() throws {
        let fix = try Self.fix(0)
        let claimed = DeviceInput.reported(.entered, try Self.key(0), fix)
        for batches in [[[claimed, .fix(fix)]], [[claimed], [.fix(fix)]], [[claimed], [claimed]]] {
            let summary = try Self.world(batches).summary
            #expect(summary.rejections == [.exactRepeat: 1])
            #expect(summary.stored == 1)
        }
    }

    @Test("fields that only the plain record of a fix has are not lost", arguments: [false, true])
    func completed(isPlainFirst: Bool) throws {
        // A transition without a speed, and a fix of the same moment with one: the phone drives past.
        let bare = try Self.fix(20)
        var moving = bare
        moving.speed = 15
        let records: [DeviceInput] = [.reported(.entered, try Self.key(0), bare), .fix(moving)]
        let before = DeviceInput.fix(try Self.fix(0, east: -1000))
        let after = try [50.0, 51].map { DeviceInput.fix(try Self.fix($0, east: 9000)) }
        let batches = (isPlainFirst ? records.reversed() : records).map { [$0] }
        let found = try Self.world([[before]] + batches + [after]).world
        #expect(try found.visits().filter { $0.verdict == .counted }.isEmpty)
        let stayed = try Self.world([[before, records[0]], after]).world
        #expect(try stayed.visits().map(\.verdict) == [.unproven])
    }

    @Test("a report waits with its fix until the next fix shows whether that was wrong")
    func held() throws {
        let world = try TimelineWorld(.android)
        let key = try Self.key(0)
        var (timeline, journal) = (world.timeline(), TimelineJournal())
        // A jump of 100 km in two minutes, confirmed by the next fix.
        timeline.advance(.fix(try Self.fix(0, east: -100_000)), world.context, into: &journal)
        timeline.advance(.reported(.dwelled, key, try Self.fix(2)), world.context, into: &journal)
        #expect(timeline.heldReports == [TransitionReport(.dwelled, key)])
        timeline = try world.timeline(from: timeline.encoded())
        timeline.advance(.fix(try Self.fix(3, east: 5)), world.context, into: &journal)
        #expect(timeline.heldReports.isEmpty)
        #expect(journal.stays.values.map(\.stay.proof.wasStationary) == [true])
    }

    @Test("a report of a fence that is not monitored, or not the member's, is the fix alone")
    func notWatched() throws {
        let world = try TimelineWorld(.android)
        var timeline = world.timeline()
        timeline.cache.adopt(memberFences: [try Self.key(1)])
        var journal = TimelineJournal()
        for minute in 0..<5 {
            let input = DeviceInput.reported(.dwelled, try Self.key(0), try Self.fix(Double(minute)))
            timeline.advance(input, world.context, into: &journal)
        }
        #expect(journal.stays.isEmpty)
    }

    @Test(
        "an implausible fix of an OS transition report is rejected like any other",
        arguments: [-40.0 * 365 * 1440, 90.0 * 1440] as [Double]
    )
    func judged(minute: Double) throws {
        let input = DeviceInput.reported(.dwelled, try Self.key(0), try Self.fix(minute))
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        var phone = LivePhone(device, pipeline: try world.pipeline())
        #expect(try phone.ingest([input], observedAt: SmallWorld.now).accepted.isEmpty)
        #expect(try world.visits().isEmpty)
    }

    @Test("a report from beyond the horizon is stored and changes nothing")
    func tooLate() throws {
        let fixes = try (0...10).map { DeviceInput.fix(try Self.fix(4000 + Double($0), east: 3000)) }
        let claim = DeviceInput.reported(.dwelled, try Self.key(0), try Self.fix(0))
        let (world, summary) = try Self.world([fixes, [claim], [claim]])
        #expect(summary.rejections == [.beyondHorizon: 1, .exactRepeat: 1])
        #expect(try world.visits().isEmpty)
    }

    /// A phone's day with OS transition reports, true and false, of one fix or of several, with the plain fix or
    /// without.
    private static func inputs(using random: inout SeededGenerator) throws -> [DeviceInput] {
        var inputs: [DeviceInput] = []
        for fix in try Journey.random("phone", member: "ann", .android, hours: 24, using: &random).map(\.fix) {
            guard Int.random(in: 0..<6, using: &random) == 0 else {
                inputs.append(.fix(fix))
                continue
            }
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                var claimed = fix
                if Bool.random(using: &random) { claimed.flags = [] }
                let action = FenceAction.allCases.randomElement(using: &random) ?? .entered
                inputs.append(.reported(action, try key(Int.random(in: 0..<4, using: &random)), claimed))
            }
            if Bool.random(using: &random) {
                var plain = fix
                if Bool.random(using: &random) { plain.speed = 9 }
                inputs.append(.fix(plain))
            }
        }
        for _ in 0..<20 {
            let time = SmallWorld.minute(.random(in: 0...1600, using: &random))
            inputs.append(Bool.random(using: &random) ? .passed(at: time) : .changed(.heartbeat, at: time))
        }
        return Array(Set(inputs)).sorted()
    }

    @Test("reports, fixes and elapsed time end in the same visits in any order", .long, arguments: 0..<UInt64(4))
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let inputs = try Self.inputs(using: &random)
        let expected = try Self.world([inputs]).world
        let (visits, events) = (try expected.facts(), try EventFacts.all(in: expected.store))
        let stored = try expected.dump(of: ["fix_chunk"])
        #expect(visits.count > 3, "seed \(seed)")
        for size in [1, 7, 60] {
            let isShuffled = size > 1
            let batches = Self.batches(of: isShuffled ? inputs.shuffled(using: &random) : inputs, size)
            let world = try Self.world(batches).world
            let comment: Comment = "seed \(seed), batches of \(size)"
            expectSame(try world.facts(), visits, comment)
            expectSame(try EventFacts.all(in: world.store), events, comment)
            expectSame(try world.dump(of: ["fix_chunk"]), stored, comment)
        }
        let twice = try Self.world(Self.batches(of: inputs + inputs.shuffled(using: &random), 90)).world
        expectSame(try twice.facts(), visits, "seed \(seed), twice")
    }

    @Test(
        "the order of inputs is total, and a fix comes together with its transition reports, first",
        arguments: 0..<UInt64(20)
    )
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var inputs: [DeviceInput] = []
        for _ in 0..<60 {
            var fix = try Self.fix(
                Double(Int.random(in: 0..<2, using: &random)),
                east: Double(Int.random(in: 0..<2, using: &random)),
                accuracy: Double(Int.random(in: 1..<3, using: &random))
            )
            if Bool.random(using: &random) { fix.speed = Double(Int.random(in: 0..<3, using: &random)) }
            let key = try Self.key(Int.random(in: 0..<2, using: &random))
            let action = FenceAction.allCases.randomElement(using: &random) ?? .entered
            inputs.append(Bool.random(using: &random) ? .fix(fix) : .reported(action, key, fix))
        }
        let sorted = Array(Set(inputs)).sorted()
        for (number, earlier) in sorted.enumerated() {
            for later in sorted[(number + 1)...] {
                #expect(earlier < later && !(later < earlier), "seed \(seed): \(earlier), \(later)")
            }
        }
        for (number, input) in sorted.enumerated().dropFirst() where sorted[number - 1].isSameFix(as: input) {
            #expect(sorted[number - 1].hasTransitionReport || !input.hasTransitionReport, "seed \(seed)")
        }
        let runs = zip(sorted, sorted.dropFirst()).count { !$0.isSameFix(as: $1) } + 1
        #expect(runs == Set(sorted.compactMap { $0.withFix { $0.speed = nil }.fix }).count, "seed \(seed)")
    }
}
