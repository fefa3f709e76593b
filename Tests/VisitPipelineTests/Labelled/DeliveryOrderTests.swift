import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Real tracks in their order of delivery", .enabled(if: SharedData.isPresent, SharedData.missing))
struct DeliveryOrderTests {
    @Test("end in the same visits as in the order of time", .long)
    func deliveryOrder() throws {
        let (delivered, inOrder) = (try Self.store(), try Self.store())
        try Self.replay("traces/emission_delivery_order.csv", into: delivered, batchSize: 500)
        try Self.replay("traces/emission_fixes.csv", into: inOrder)
        // Half of this phone's fixes are an hour behind the others, to the second, which only their receipt shows.
        let twoClocks = try MemberID("emea5908")
        let expected = try VisitFacts.all(in: inOrder, but: twoClocks)
        #expect(expected.count > 50)
        expectSame(try VisitFacts.all(in: delivered, but: twoClocks), expected, "delivery order")
        let flagged = try delivered.devices.all().filter(\.clockSeemsBehind).map(\.device.member)
        #expect(flagged == [twoClocks])
    }

    @Test("end in the same visits in any order within the horizon", .long, arguments: 0..<UInt64(3))
    func shuffled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var reader = TrackReader(fileName: "emission_fixes.csv")
        var fixes: [TrackFix] = []
        try reader.consume(try SharedData.bytes("traces/emission_fixes.csv"), into: &fixes)
        try reader.finish(into: &fixes)
        let shuffled =
            fixes.map { ($0, $0.fix.time.seconds + .random(in: 0...47.9 * 3600, using: &random)) }
            .sorted { $0.1 < $1.1 }.map(\.0)
        let (store, inOrder) = (try Self.store(), try Self.store())
        var ingest = try VisitPipeline(store: store).ingest()
        var (rest, late) = (shuffled[...], 0)
        while !rest.isEmpty {
            let summary = try ingest.apply(Array(rest.prefix(700)), observedAt: SharedData.now)
            #expect(summary.rejections[.beyondHorizon] == nil)
            late += summary.late
            rest = rest.dropFirst(700)
        }
        #expect(late > 1000)
        try Self.replay("traces/emission_fixes.csv", into: inOrder)
        expectSame(try VisitFacts.all(in: store), try VisitFacts.all(in: inOrder), "seed \(seed)")
    }

    /// A store with the stay points, and each phone with its platform.
    private static func store() throws -> VisitStore {
        let store = try SharedData.store("traces/facilities/emission_staypoints.csv", "America/Los_Angeles")
        var known: Set<Substring> = []
        for row in try SharedData.rows("traces/emission_delivery_order.csv") {
            guard let name = row["member"], known.insert(name).inserted else { continue }
            let platform = Platform(rawValue: String(row["platform"] ?? "")) ?? .ios
            _ = try store.devices.ensure(try DeviceID(name), member: try MemberID(name), platform: platform)
        }
        return store
    }

    private static func replay(_ track: String, into store: VisitStore, batchSize: Int = 100_000) throws {
        let summary = try VisitPipeline(store: store)
            .replay(
                [SharedData.path(track)],
                options: ReplayOptions(batchSize: batchSize),
                observedAt: SharedData.now
            )
        #expect(summary.ingest.fixes == 9769)
    }
}
