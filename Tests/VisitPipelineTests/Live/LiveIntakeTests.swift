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

@Suite("Fixes without an event")
struct LiveIntakeTests {
    @Test(
        "A service that is killed any number of times resumes where it was",
        .long,
        arguments: 0..<UInt64(6)
    )
    func crashes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let areShared = seed % 2 == 1
        let fixes = try (0..<4).flatMap {
            try Journey.random("phone-\($0)", member: "m\(areShared ? $0 / 2 : $0)", hours: 16, using: &random)
        }
        let replayed = try SmallWorld()
        try replayed.ingest(fixes)
        let world = try SmallWorld()
        let inTime = fixes.sorted { ($0.fix.time, $0.device) < ($1.fix.time, $1.device) }
        var rest = inTime[...]
        var waited = 0
        while !rest.isEmpty {
            let options = LiveOptions(
                openDevicesLimit: .random(in: 2...10, using: &random),
                intakeLimit: .random(in: 2...500, using: &random)
            )
            // A new instance each time, which discards what the previous one had cached.
            let scene = try LiveScene(world, options: options)
            let part = rest.prefix(.random(in: 1...400, using: &random))
            try await scene.send(Array(part), each: .random(in: 1...3, using: &random))
            waited += try world.store.intake.unsaved().count
            rest = rest.dropFirst(part.count)
        }
        #expect(waited > 0, "seed \(seed)")
        await (try LiveScene(world)).live.stop()
        #expect(try world.store.intake.unsaved().isEmpty)
        expectSame(try world.facts(), try replayed.facts(), "seed \(seed)")
        // A visit of two phones gets its id from the stay that was received first.
        let tables: Set = areShared ? ["fix_chunk"] : ["event", "stay", "visit", "fix_chunk"]
        expectSame(try world.dump(of: tables), try replayed.dump(of: tables), "seed \(seed)")
    }

    @Test("Late ones among them, and requests in any order, end in the same visits", .long, arguments: 0..<UInt64(4))
    func late(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random("phone", hours: 12, using: &random)
        let replayed = try SmallWorld()
        try replayed.ingest(fixes)
        let scene = try LiveScene()
        var order = fixes
        for _ in 0..<fixes.count / 10 {
            let (from, to) = (
                Int.random(in: order.indices, using: &random), Int.random(in: order.indices, using: &random)
            )
            order.swapAt(from, to)
        }
        try await scene.send(order, each: 1)
        await scene.live.stop()
        expectSame(try scene.world.facts(), try replayed.facts(), "seed \(seed)")
    }

    @Test("A replay, a restarted service and readers see pending fixes")
    func others() async throws {
        let world = try SmallWorld()
        let scene = try LiveScene(world)
        let fixes = try Journey.visitOfFirstPlace().fixes
        try await scene.send(Array(fixes.prefix(35)), each: 1)
        let waiting = try world.store.intake.unsaved()
        #expect(waiting.count > 10)
        let pipeline = try world.pipeline()
        let phone = try DeviceID("phone")
        #expect(try pipeline.fixes(of: phone, size: 1_000).fixes == fixes.prefix(35).map(\.fix))
        #expect(try pipeline.fixes(of: phone, since: fixes[33].fix.time, size: 10).fixes == fixes[33..<35].map(\.fix))
        #expect(try pipeline.lastFix(of: phone) == fixes[34].fix)
        let device = try #require(try world.store.devices.find(phone))
        #expect(device.fixCount == 35)
        #expect(device.newestFixAt == fixes[34].fix.time)
        // All the fixes again and the remaining ones, imported as a track.
        let summary = try world.ingest(Array(fixes))
        #expect(summary.rejections[.exactRepeat] == 35)
        let replayed = try SmallWorld()
        try replayed.ingest(fixes)
        expectSame(try world.facts(), try replayed.facts(), "after a replay")
        #expect(try world.store.intake.unsaved().isEmpty)
        #expect(try pipeline.fixes(of: phone, size: 1_000).fixes == fixes.map(\.fix))
    }

    @Test("Pages of fixes are the same wherever the fixes are stored", arguments: 0..<UInt64(4))
    func pages(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random("phone", hours: 5, using: &random)
        let scene = try LiveScene()
        try await scene.send(fixes, each: 1)
        let pipeline = try scene.world.pipeline()
        var (seen, place): ([Fix], FixCursor?) = ([], nil)
        repeat {
            let page = try pipeline.fixes(
                of: try DeviceID("phone"),
                after: place,
                size: .random(in: 1...40, using: &random)
            )
            seen += page.fixes
            place = page.next
        } while place != nil
        #expect(seen.map(\.time) == fixes.map(\.fix.time), "seed \(seed)")
    }

    @Test("Facilities that change meanwhile do not affect earlier fixes")
    func newFacility() async throws {
        let scene = try LiveScene(places: 1)
        var journey = try Journey()
        try journey.stay(0...30, east: 800)
        try await scene.send(journey.fixes, each: 1)
        #expect(try !scene.world.store.intake.unsaved().isEmpty)
        try scene.world.setFacilities([try SmallWorld.place(1, eastMeters: 800)])
        #expect(try scene.live.refreshPlaces())
        var later = try Journey()
        try later.stay(31...33, east: 800)
        try await scene.send(later.fixes, each: 1)
        let entered = try scene.world.events().filter { $0.kind.name == "Entered" }.map(\.occurredAt)
        #expect(entered.allSatisfy { $0 >= SmallWorld.minute(31) })
        #expect(entered.count == 1)
    }

    @Test("A member who is erased meanwhile is not recreated by pending fixes")
    func erased() async throws {
        let scene = try LiveScene()
        let fixes = try Journey.visitOfFirstPlace().fixes
        try await scene.send(Array(fixes.prefix(8)), each: 1)
        #expect(try !scene.world.store.intake.unsaved().isEmpty)
        let member = try #require(try scene.world.store.devices.all().first).device.member
        #expect(try scene.world.store.privacy.erase(member).fixes == 8)
        await scene.live.stop()
        #expect(try scene.world.store.devices.all().isEmpty)
        #expect(try scene.world.store.members.all().isEmpty)
    }
}
