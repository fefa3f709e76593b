import GeofenceEngine
import Interchange
import LongTests
import MemberEngine
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

/// One world, evaluated through the store and through records that are carried as bytes.
@Suite("Records carried without a store end in the same visits as in the store")
struct CarriedRecordTests {
    @Test("in order, with the same ids in the same batches", .long, arguments: 0..<UInt64(3))
    func inOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(apart: 800, hours: 240, using: &random)
        for batchSize in [100, 700] {
            let stored = try SmallWorld()
            try stored.ingest(fixes, batchSize: batchSize)
            #expect(try stored.visits().count > 5, "seed \(seed)")
            var carried = try Self.carried(apart: 800)
            try carried.ingest(fixes, batchSize: batchSize)
            expectSame(
                carried.visits.map { "\($0.id) \(VisitFacts($0))" }.sorted(),
                try stored.visits().map { "\($0.id) \(VisitFacts($0))" }.sorted(),
                "seed \(seed), batches of \(batchSize)"
            )
        }
    }

    @Test(
        "late and repeated fixes, in any order within the horizon, by several policies",
        .long,
        arguments: policies,
        0..<UInt64(2)
    )
    func anyOrder(policy: EvaluationPolicy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(apart: 800, hours: 288, using: &random)
        let stored = try SmallWorld()
        try stored.ingest(fixes, policy: policy)
        // Each fix is delayed by up to 30 hours, and one of twelve is sent twice.
        var sent: [(at: Double, fix: TrackFix)] = []
        for fix in fixes {
            let copies = Int.random(in: 0..<12, using: &random) == 0 ? 2 : 1
            for _ in 0..<copies {
                let isLate = Int.random(in: 0..<5, using: &random) == 0
                sent.append((fix.fix.time.seconds + .random(in: 0...(isLate ? 30 : 0.1) * 3600, using: &random), fix))
            }
        }
        sent.sort { ($0.at, $0.fix.fix, $0.fix.device) < ($1.at, $1.fix.fix, $1.fix.device) }
        var carried = try Self.carried(apart: 800, policy)
        try carried.ingest(sent.map(\.fix), batchSize: 150)
        expectSame(carried.visits.map(VisitFacts.init).sorted(), try stored.facts(), "\(policy.name), seed \(seed)")
        #expect(carried.summary.late > 100, "seed \(seed)")
        #expect(carried.summary.unevaluated.isEmpty, "seed \(seed)")
    }

    @Test("facilities next to each other and two phones of a member", .long, arguments: 0..<UInt64(3))
    func overlapping(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(apart: 120, hours: 192, using: &random)
        let stored = try SmallWorld(apart: 120)
        try stored.ingest(fixes)
        #expect(try stored.visits().contains { $0.assessment?.runnerUp != nil }, "seed \(seed)")
        for isShuffled in [false, true] {
            var carried = try Self.carried(apart: 120)
            var batches = stride(from: 0, to: fixes.count, by: 150).map {
                Array(fixes[$0..<min($0 + 150, fixes.count)])
            }
            if isShuffled {
                for index in batches.indices { batches[index].shuffle(using: &random) }
            }
            for batch in batches { try carried.ingest(batch) }
            expectSame(
                carried.visits.map(VisitFacts.init).sorted(),
                try stored.facts(),
                "seed \(seed), \(isShuffled ? "shuffled" : "in order")"
            )
        }
    }

    @Test("the second run over the same fixes changes nothing")
    func secondRun() throws {
        var random = SeededGenerator(seed: 5)
        let fixes = try Self.household(apart: 800, hours: 40, using: &random)
        var carried = try Self.carried(apart: 800)
        try carried.ingest(fixes, batchSize: 200)
        let before = carried.visits
        try carried.ingest(fixes, batchSize: 200)
        #expect(carried.visits == before)
        #expect(carried.summary.rejections[.exactRepeat] ?? 0 >= fixes.count)
    }

    @Test("a late fix after an absence of days joins no visit twice", .long)
    func absence() throws {
        var fixes: [TrackFix] = []
        for device in ["ann-1", "ann-2"] {
            var journey = try Journey(device, member: "ann", .ios)
            try journey.stay(600...621, east: -500)
            try journey.stay(622...710, east: 5)
            for day in 5...7 { try journey.stay(1440 * Double(day) + 540...1440 * Double(day) + 560, east: -900) }
            fixes += journey.fixes
        }
        fixes.sort { ($0.fix, $0.device) < ($1.fix, $1.device) }
        var journey = try Journey("ann-2", member: "ann", .ios)
        try journey.stay(1440 * 5 + 600...1440 * 5 + 601, east: -900)
        for policy in Self.policies {
            let stored = try SmallWorld()
            try stored.ingest(fixes + journey.fixes, policy: policy)
            var carried = try Self.carried(apart: 800, policy)
            try carried.ingest(fixes, batchSize: 30)
            try carried.ingest(journey.fixes)
            expectSame(carried.visits.map(VisitFacts.init).sorted(), try stored.facts(), "\(policy.name)")
            #expect(carried.visits.count == 1, "\(policy.name)")
        }
    }

    @Test("a facility that is left out later keeps its visits")
    func vanishedFacility() throws {
        let places = try (0..<2).map { try SmallWorld.place($0, eastMeters: Double($0) * 800) }
        let carried = CarriedMembers(facilities: places)
        var journey = try Journey("ann-1", member: "ann", .ios)
        try journey.stay(0...9, east: -500)
        try journey.stay(10...60, east: 5)
        try journey.stay(65...80, east: 400)
        var other = try Journey("ann-2", member: "ann", .ios)
        try other.stay(81...90, east: 400)
        try other.stay(91...140, east: 800)
        for until in [80.0, 40] {
            // Closed, or open while the facility is left out.
            var carried = carried
            try carried.ingest(journey.fixes.filter { $0.fix.time <= SmallWorld.minute(until) })
            carried.setFacilities([nil, places[1]])
            try carried.ingest(journey.fixes.filter { $0.fix.time > SmallWorld.minute(until) } + other.fixes)
            #expect(carried.visits.map(\.facility) == places.map(\.id), "until \(until)")
            #expect(carried.visits.allSatisfy { $0.isCounted }, "until \(until)")
        }
    }

    /// The standard policy, and those that look farther into the past.
    private static let policies: [EvaluationPolicy] = {
        var (daily, endless) = (EvaluationPolicy.standard, EvaluationPolicy.standard)
        (daily.name, endless.name) = ("daily", "endless")
        daily.visits.countsOncePerDay = true
        endless.visits.silenceLimitSeconds = nil
        return [.standard, daily, endless]
    }()

    private static func carried(
        apart: Double,
        _ policy: EvaluationPolicy = .standard
    ) throws -> CarriedMembers {
        CarriedMembers(
            facilities: try (0..<3).map { try SmallWorld.place($0, eastMeters: Double($0) * apart) },
            policy: policy
        )
    }

    /// Two members, one of them with two phones.
    private static func household(
        apart: Double,
        hours: Double,
        using random: inout SeededGenerator
    ) throws -> [TrackFix] {
        var fixes = try Journey.random("ann-1", member: "ann", .ios, apart: apart, hours: hours, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .android, apart: apart, hours: hours, using: &random)
        fixes += try Journey.random("bob-1", member: "bob", .android, apart: apart, hours: hours, using: &random)
        return fixes.sorted { ($0.fix, $0.device) < ($1.fix, $1.device) }
    }
}
