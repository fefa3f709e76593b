import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Input in any order and any batches")
struct OrderTests {
    private static let ordered: Set<String> = ["visit", "event", "stay", "fix_chunk", "device_state"]

    @Test("batches of any size emit the same for input in order", arguments: 0..<UInt64(3))
    func batchSizeIsNoMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, hours: 30, using: &random)
        fixes += try Journey.random("bob-1", member: "bob", .android, hours: 30, using: &random)
        fixes.sort { ($0.fix, $0.device) < ($1.fix, $1.device) }
        let whole = try SmallWorld()
        try whole.ingest(fixes)
        let expected = try whole.dump(of: Self.ordered)
        #expect(try !whole.visits().isEmpty)
        for batchSize in [7, 90, 1000] {
            let world = try SmallWorld()
            try world.ingest(fixes, batchSize: batchSize)
            expectSame(try world.dump(of: Self.ordered), expected, "seed \(seed), batches of \(batchSize)")
        }
    }

    @Test("batches of any size end in the same visits of a member with two phones", .long, arguments: 0..<UInt64(2))
    func batchSizeIsNoMatterToTwoPhones(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(hours: 30, using: &random)
        let whole = try SmallWorld()
        try whole.ingest(fixes)
        for batchSize in [1, 50] {
            let world = try SmallWorld()
            try world.ingest(fixes, batchSize: batchSize)
            expectSame(try world.facts(), try whole.facts(), "seed \(seed), batches of \(batchSize)")
            try Self.expectOneNameEach(in: world, "seed \(seed), batches of \(batchSize)")
        }
    }

    @Test("batches of any size end in the same visits where stays overlap one after the other for days", .long)
    func batchSizeIsNoMatterToLongChains() throws {
        var random = SeededGenerator(seed: 2)
        let fixes = try Self.household(apart: 120, hours: 192, using: &random)
        let whole = try SmallWorld(apart: 120)
        try whole.ingest(fixes)
        for batchSize in [60, 150] {
            let world = try SmallWorld(apart: 120)
            try world.ingest(fixes, batchSize: batchSize)
            expectSame(try world.facts(), try whole.facts(), "batches of \(batchSize)")
        }
    }

    @Test("batches of any size end in the same visits where one of a day counts", .long, arguments: 0..<UInt64(2))
    func batchSizeIsNoMatterToOneVisitOfADay(seed: UInt64) throws {
        var policy = EvaluationPolicy.standard
        policy.visits.countsOncePerDay = true
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(hours: 120, using: &random)
        let whole = try SmallWorld()
        try whole.ingest(fixes, policy: policy)
        #expect(try whole.visits().contains { $0.verdict == .sameDay }, "seed \(seed)")
        for batchSize in [20, 100] {
            let world = try SmallWorld()
            try world.ingest(fixes, batchSize: batchSize, policy: policy)
            expectSame(try world.facts(), try whole.facts(), "seed \(seed), batches of \(batchSize)")
        }
    }

    @Test("any order within the horizon ends in the same visits and events", .long, arguments: 0..<UInt64(3))
    func orderIsNoMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(hours: 30, using: &random)
        let inOrder = try SmallWorld()
        try inOrder.ingest(fixes)
        let expected = try (visits: inOrder.facts(), events: EventFacts.all(in: inOrder.store))
        #expect(expected.visits.count > 3, "seed \(seed)")
        for batchSize in [12, 200] {
            let world = try SmallWorld()
            try world.ingest(fixes.shuffled(using: &random), batchSize: batchSize)
            expectSame(try world.facts(), expected.visits, "seed \(seed), batches of \(batchSize)")
            expectSame(try EventFacts.all(in: world.store), expected.events, "seed \(seed), batches of \(batchSize)")
            try Self.expectOneNameEach(in: world, "seed \(seed), batches of \(batchSize)")
        }
    }

    @Test(
        "any order and any batches end in the same visits at facilities next to each other",
        .long,
        arguments: 0..<UInt64(2)
    )
    func orderIsNoMatterAmongNeighbors(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(apart: 120, hours: 30, using: &random)
        let inOrder = try SmallWorld(apart: 120)
        try inOrder.ingest(fixes)
        #expect(try inOrder.visits().contains { $0.assessment?.runnerUp != nil }, "seed \(seed)")
        for batchSize in [4, 40] {
            let (batched, shuffled) = (try SmallWorld(apart: 120), try SmallWorld(apart: 120))
            try batched.ingest(fixes, batchSize: batchSize)
            expectSame(try batched.facts(), try inOrder.facts(), "seed \(seed), in order, batches of \(batchSize)")
            try shuffled.ingest(fixes.shuffled(using: &random), batchSize: batchSize * 10)
            expectSame(try shuffled.facts(), try inOrder.facts(), "seed \(seed), shuffled, batches of \(batchSize)")
            try Self.expectOneNameEach(in: shuffled, "seed \(seed)")
        }
    }

    @Test("any order ends in the same visits under the plain rule too", .long, arguments: 0..<UInt64(2))
    func orderIsNoMatterUnderThePlainRule(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(hours: 30, using: &random)
        let (inOrder, world) = (try SmallWorld(), try SmallWorld())
        try inOrder.ingest(fixes, policy: .bare)
        try world.ingest(fixes.shuffled(using: &random), batchSize: 25, policy: .bare)
        expectSame(try world.facts(), try inOrder.facts(), "seed \(seed)")
        try Self.expectOneNameEach(in: world, "seed \(seed)")
    }

    @Test(
        "a track longer than the horizon, each fix hours late, ends in the same visits",
        .long,
        arguments: 0..<UInt64(2)
    )
    func delayIsNoMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.household(hours: 90, using: &random)
        let delayed =
            fixes.map { ($0, $0.fix.time.seconds + .random(in: 0...47 * 3600, using: &random)) }
            .sorted { $0.1 < $1.1 }.map(\.0)
        let (inOrder, world) = (try SmallWorld(), try SmallWorld())
        try inOrder.ingest(fixes)
        let summary = try world.ingest(delayed, batchSize: 100)
        #expect(summary.late > 0)
        #expect(summary.rejections[.beyondHorizon] == nil)
        expectSame(try world.facts(), try inOrder.facts(), "seed \(seed)")
        try Self.expectOneNameEach(in: world, "seed \(seed)")
    }

    @Test(
        "the fixes of a member's phones end in the same visits, whichever is sent first",
        .long,
        arguments: 0..<UInt64(4)
    )
    func orderOfPhonesIsNoMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Two of them fall silent for good.
        let phones = try zip(["ann-1", "ann-2", "ann-3"], [7.0, 40, 12]).map { name, hours in
            try Journey.random(name, member: "ann", .android, apart: 800, hours: hours, using: &random)
        }
        let first = try SmallWorld()
        try first.ingest(phones.flatMap(\.self))
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 1, 0]] {
            let world = try SmallWorld()
            for number in order { try world.ingest(phones[number]) }
            expectSame(try world.facts(), try first.facts(), "seed \(seed), \(order)")
        }
    }

    /// Two phones of one member and one of another, with all fixes ordered by time.
    private static func household(
        apart: Double = 800,
        hours: Double,
        using random: inout SeededGenerator
    ) throws -> [TrackFix] {
        var fixes = try Journey.random("ann-1", member: "ann", .ios, apart: apart, hours: hours, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .android, apart: apart, hours: hours, using: &random)
        fixes += try Journey.random("bob-1", member: "bob", .android, apart: apart, hours: hours, using: &random)
        return fixes.sorted { ($0.fix, $0.device) < ($1.fix, $1.device) }
    }

    /// Expects every Entered, Dwell and Exited to have an existing visit, and every visit to have events.
    static func expectOneNameEach(in world: SmallWorld, _ comment: Comment) throws {
        let visits = Dictionary(
            try world.visits(includesWithdrawn: true).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var emitted: Set<VisitID> = []
        for event in try world.events() {
            guard let name = event.kind.visit else { continue }
            emitted.insert(name)
            let visit = visits[name]
            if visit?.facility != event.kind.facility || visit?.status == .withdrawn {
                Issue.record("\(comment): \(event.kind) at \(event.occurredAt) is of \(String(describing: visit))")
            }
        }
        let standing = Set(visits.values.filter { $0.status != .withdrawn }.map(\.id))
        expectSame(standing.sorted(), emitted.sorted(), "\(comment): visits with events")
        let ids = try world.events().map(\.id.text).sorted()
        expectSame(ids, Set(ids).sorted(), "\(comment): names of events")
    }
}
