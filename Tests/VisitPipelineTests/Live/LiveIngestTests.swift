import Dispatch
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

@Suite("Live ingest of fixes")
struct LiveIngestTests {
    @Test("Many phones at once end in the same visits as a replay", arguments: 0..<UInt64(4))
    func sameAsReplay(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var fixes: [TrackFix] = []
        for number in 0..<6 {
            // Every third member has two phones.
            let member = "m\(number / 2 * 2 + (number % 3 == 0 ? 0 : number % 2))"
            fixes += try Journey.random("phone-\(number)", member: member, hours: 20, using: &random)
        }
        let replayed = try SmallWorld()
        try replayed.ingest(fixes)
        let scene = try LiveScene()
        try await scene.send(fixes, each: Int.random(in: 1...40, using: &random))
        await scene.live.stop()
        let expected = try replayed.facts()
        #expect(expected.count > 3, "seed \(seed)")
        expectSame(try scene.world.facts(), expected, "seed \(seed)")
    }

    @Test("Every phone's requests in any order end in the same visits", arguments: 0..<UInt64(3))
    func anyOrder(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random("phone", hours: 20, using: &random)
        let inOrder = try SmallWorld()
        try inOrder.ingest(fixes)
        let scene = try LiveScene(options: LiveOptions(openDevicesLimit: 2, workerCount: 2, groupLimit: 3))
        try await scene.send(fixes.shuffled(using: &random) + fixes.prefix(50), each: 9)
        await scene.live.stop()
        expectSame(try scene.world.facts(), try inOrder.facts(), "seed \(seed)")
    }

    @Test("A fix that was answered is in the file, for any later reader", .long)
    func durable() async throws {
        let scene = try LiveScene()
        let journey = try Journey.visitOfFirstPlace()
        for fix in journey.fixes {
            let receipt = try await scene.live.ingest(LiveScene.reports([fix]), receivedAt: SmallWorld.now)
            #expect(receipt.summary.stored == 1)
            let other = try VisitStore(path: scene.world.store.path)
            let device = try #require(try other.devices.find(fix.device))
            #expect(device.fixCount == fix.line)
        }
        #expect(try scene.world.visits().map(\.status) == [.closed])
    }

    @Test("A request that is sent again gets the same response and stores nothing")
    func again() async throws {
        let scene = try LiveScene()
        let reports = LiveScene.reports(try Journey.visitOfFirstPlace().fixes)
        let first = try await scene.live.ingest(reports, receivedAt: SmallWorld.now)
        let dump = try scene.world.dump()
        let again = try await scene.live.ingest(reports, receivedAt: SmallWorld.now)
        #expect(first.summary.stored == reports[0].inputs.count)
        #expect(again.summary.stored == 0)
        #expect(again.summary.rejections[.exactRepeat] == reports[0].inputs.count)
        expectSame(try scene.world.dump(), dump, "after the second time")
    }

    @Test("A fix with a wrong clock is returned, and its neighbours are stored")
    func wrongClock() async throws {
        let scene = try LiveScene()
        var journey = try Journey()
        try journey.add(1, east: 0)
        try journey.add(200 * 24 * 60, east: 0)
        try journey.add(2, east: 0)
        let receipt = try await scene.live.ingest(LiveScene.reports(journey.fixes), receivedAt: SmallWorld.now)
        #expect(receipt.summary.stored == 2)
        #expect(receipt.unusable.map(\.rejection) == [.clockInFuture])
        #expect(receipt.unusable.map(\.fix) == [journey.fixes[1].fix])
    }

    @Test("A request is refused when too many wait, and accepted when it is sent again")
    func overloaded() async throws {
        let scene = try LiveScene(options: LiveOptions(waitingFixesLimit: 100, waitingRequestsLimit: 2, workerCount: 1))
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let blocked: Void = scene.live.withExclusiveAccess(to: MemberID("ann")) { _ in
            begin.yield()
            gate.wait()
        }
        for await _ in begun { break }
        let fixes = try Journey.visitOfFirstPlace().fixes
        async let waiting = scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
        while scene.live.load.requests < 2 { await Task.yield() }
        await #expect(throws: LiveIngestError.self) {
            try await scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
        }
        gate.signal()
        _ = try await (blocked, waiting)
        let again = try await scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
        #expect(again.summary.rejections[.exactRepeat] == fixes.count)
        #expect(scene.live.load.requests == 0)
    }

    @Test("A client that has its response can use the room of its request")
    func roomAfterResponse() async throws {
        let scene = try LiveScene(options: LiveOptions(waitingRequestsLimit: 1, workerCount: 1))
        let reports = LiveScene.reports(try Journey().withOneFix())
        for round in 0..<200 {
            let receipt = try await scene.live.ingest(reports, receivedAt: SmallWorld.now)
            #expect(receipt.summary.stored == (round == 0 ? 1 : 0))
            #expect(try await scene.live.withExclusiveAccess(to: MemberID("ann")) { _ in round } == round)
        }
        #expect(scene.live.load.requests == 0)
    }

    @Test("A shutdown finishes accepted requests and accepts no new ones")
    func stop() async throws {
        let scene = try LiveScene()
        let fixes = try Journey.visitOfFirstPlace().fixes
        async let taken = scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
        let receipt = try await taken
        await scene.live.stop()
        #expect(receipt.summary.stored == fixes.count)
        await #expect(throws: LiveIngestError.self) {
            try await scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
        }
        for await _ in scene.live.feed.changes() { Issue.record("an ended feed has no news") }
    }

    @Test("Facilities that are imported meanwhile are loaded")
    func refresh() async throws {
        let scene = try LiveScene(places: 1)
        var journey = try Journey()
        try journey.stay(0...30, east: 800)
        try await scene.send(journey.fixes, each: 10)
        #expect(try scene.world.visits().isEmpty)
        #expect(try !scene.live.refreshPlaces())
        try scene.world.setFacilities([try SmallWorld.place(1, eastMeters: 800)])
        #expect(try scene.live.refreshPlaces())
        var later = try Journey()
        try later.stay(40...80, east: 800)
        try await scene.send(later.fixes, each: 10)
        #expect(try scene.world.visits().map(\.facility.text) == ["p01"])
    }

    @Test("Listeners are notified of new events")
    func feed() async throws {
        let scene = try LiveScene()
        var notices = scene.live.feed.changes().makeAsyncIterator()
        // The first element is the initial state.
        await notices.next()
        try await scene.send(try Journey.visitOfFirstPlace().fixes, each: 100)
        await notices.next()
        #expect(try scene.world.store.events.newestNumber() > 0)
    }
}

extension Journey {
    func withOneFix() throws -> [TrackFix] {
        var journey = self
        try journey.add(0, east: 0)
        return journey.fixes
    }
}
