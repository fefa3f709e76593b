import DeviceEngine
import Interchange
import LongTests
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Slots for the facilities that a member visits most")
struct PreferredPlaceTests {
    /// Facilities 800 m apart: the 20 nearest reach some 16 km.
    private static let favourite = 45.0
    private static let favouriteEast = favourite * 800

    private static func day(_ day: Double, _ hour: Double = 0) -> Double { (day * 24 + hour) * 60 }

    private func world() throws -> SmallWorld { try SmallWorld(places: 60) }

    /// A visit to the favourite on each of some days, and otherwise the way past it.
    private static func visits(_ device: String, member: String = "ann", days: ClosedRange<Int>) throws -> [TrackFix] {
        var journey = try Journey(device, member: member)
        for day in days.map(Double.init) {
            try journey.stay(Self.day(day, 9)...(Self.day(day, 9) + 9), east: favouriteEast - 400)
            try journey.stay((Self.day(day, 9) + 10)...Self.day(day, 10), east: favouriteEast)
            try journey.stay((Self.day(day, 10) + 1)...(Self.day(day, 10) + 20), east: favouriteEast - 400)
        }
        return journey.fixes
    }

    /// Fixes at the first facility, far from the favourite.
    private static func atHome(_ device: String, member: String = "ann", day: Double) throws -> [TrackFix] {
        var journey = try Journey(device, member: member)
        try journey.stay(Self.day(day, 8)...(Self.day(day, 8) + 20), east: -400)
        return journey.fixes
    }

    private func ingest(_ batches: [[TrackFix]], _ slots: Int, in world: SmallWorld) throws {
        var ingest = try world.pipeline(selection: SelectionOptions(preferVisited: slots)).ingest()
        for batch in batches { _ = try ingest.apply(batch, observedAt: SmallWorld.now) }
    }

    private func isRegistered(_ device: String, _ slots: Int, in world: SmallWorld) throws -> Bool {
        let pipeline = try world.pipeline(selection: SelectionOptions(preferVisited: slots))
        let registered = try pipeline.registrations(of: DeviceID(device))
        #expect(registered.count == 20)
        return registered.contains(try SmallWorld.placeID(Int(Self.favourite)))
    }

    @Test("a new phone keeps its member's favourite, in one batch or in many; another member's has none of it")
    func newPhone() throws {
        let old = try Self.visits("ann-1", days: 0...2)
        let (new, other) = (try Self.atHome("ann-2", day: 7), try Self.atHome("bob-1", member: "bob", day: 7))
        for batches in [
            [old + new + other], [old, new, other], [new + other + old], [[], old, other + new],
        ] {
            let world = try world()
            try ingest(batches, 3, in: world)
            #expect(try world.visits().count == 3)
            #expect(try isRegistered("ann-2", 3, in: world))
            #expect(try !isRegistered("bob-1", 3, in: world))
        }
        let world = try world()
        try ingest([old + new], 0, in: world)
        #expect(try !isRegistered("ann-2", 0, in: world))
    }

    @Test("a visit with the other phone counts three days later, not before")
    func delay() throws {
        for (day, isCounted) in [(2.0, false), (4.0, true)] {
            let world = try world()
            try ingest([try Self.visits("ann-1", days: 0...0) + Self.atHome("ann-2", day: day)], 3, in: world)
            #expect(try isRegistered("ann-2", 3, in: world) == isCounted, "day \(day)")
        }
    }

    @Test("a phone's own favourite stays registered far away")
    func ownPhone() throws {
        for slots in [0, 1] {
            let world = try world()
            try ingest([try Self.visits("ann-1", days: 0...0) + Self.atHome("ann-1", day: 1)], slots, in: world)
            #expect(try isRegistered("ann-1", slots, in: world) == (slots > 0))
        }
    }

    @Test(
        "any order within the horizon and any batches end in the same visits and registrations of two phones",
        .long,
        arguments: 0..<UInt64(30)
    )
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, places: 60, hours: 200, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .ios, places: 60, hours: 200, using: &random)
        fixes.sort { ($0.fix, $0.device) < ($1.fix, $1.device) }
        // Each is delivered up to a day late, far from the 48 hours after which late input is not evaluated.
        let shuffled = fixes.map {
            (fix: $0, at: $0.fix.time.milliseconds + .random(in: 0...86_400_000, using: &random))
        }
        .sorted { $0.at < $1.at }.map(\.fix)
        let whole = try world()
        try ingest([fixes], 3, in: whole)
        for (name, batches) in [
            ("in order, small", Self.batches(fixes, of: 97)), ("shuffled", Self.batches(shuffled, of: 211)),
        ] {
            let world = try world()
            try ingest(batches, 3, in: world)
            expectSame(try world.facts(), try whole.facts(), "seed \(seed), \(name)")
            for device in ["ann-1", "ann-2"] {
                let pipelines = try [whole, world].map {
                    try $0.pipeline(selection: SelectionOptions(preferVisited: 3)).registrations(of: DeviceID(device))
                }
                #expect(pipelines[0] == pipelines[1], "seed \(seed), \(name), \(device)")
            }
        }
    }

    private static func batches(_ fixes: [TrackFix], of size: Int) -> [[TrackFix]] {
        stride(from: 0, to: fixes.count, by: size).map { Array(fixes[$0..<min($0 + size, fixes.count)]) }
    }
}
