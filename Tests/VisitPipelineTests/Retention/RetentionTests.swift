import GeofenceEngine
import Interchange
import MemberEngine
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Retention of raw fixes")
struct RetentionTests {
    /// A visit from minute 10 to minute 40 between hours of fixes elsewhere.
    private static func fixes() throws -> [TrackFix] {
        var journey = try Journey()
        try journey.stay(-180...9, east: -500)
        try journey.stay(10...40, east: 5)
        try journey.stay(41...240, east: -500)
        return journey.fixes
    }

    private static func world(live: Bool) throws -> SmallWorld {
        let world = try SmallWorld()
        var ingest = try world.pipeline().ingest(live: live)
        _ = try ingest.apply(try fixes(), observedAt: SmallWorld.now)
        return world
    }

    private static func day(_ days: Double) -> Timestamp { SmallWorld.now.advanced(bySeconds: days * 86_400) }

    private static func minutes(_ world: SmallWorld) throws -> [Double] {
        guard let device = try world.store.devices.all().first?.device.id else { return [] }
        let fixes = try world.pipeline().fixes(of: device, size: 10_000).fixes
        return fixes.map { SmallWorld.start.seconds(to: $0.time) / 60 }
    }

    @Test("Replayed history from months ago is kept, and is removed only where that is configured")
    func replayed() throws {
        let world = try Self.world(live: false)
        let count = try Self.minutes(world).count
        #expect(count == 421)
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(3_000)).isEmpty)
        #expect(try Self.minutes(world).count == count)
        try world.store.settings.setRetentionDays(10, of: .replayed)
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(9.9)).isEmpty)
        let summary = try VisitPipeline.applyRetention(to: world.store, at: Self.day(10.1))
        #expect(summary.fixes[.replayed]?.fixes ?? 0 > 300)
    }

    @Test("Fixes of a phone go 30 days after they were stored, those of a visit 13 months after")
    func live() throws {
        let world = try Self.world(live: true)
        let before = try world.dump(of: ["visit", "stay", "event"])
        #expect(try world.visits().count == 1)
        // 60 days after they were recorded, but stored only now.
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(29.9)).isEmpty)
        let summary = try VisitPipeline.applyRetention(to: world.store, at: Self.day(30.1))
        let left = try Self.minutes(world)
        let visit = try #require(try world.visits().first)
        let exit = SmallWorld.start.seconds(to: try #require(visit.exitedAt)) / 60
        let entry = SmallWorld.start.seconds(to: visit.enteredAt) / 60
        let all = (-180...240).map { Double($0) }
        #expect(left == all.filter { minute in minute >= entry - 15 && minute <= exit + 15 })
        #expect(left.count > 45)
        #expect(summary.fixes[.live]?.fixes == 421 - left.count)
        #expect(summary.fixes[.live]?.keptAsEvidence == left.count)
        // Evidence is displayed but never evaluated again: a late fix in between is stored and changes nothing.
        var late = try Journey()
        try late.add(20.5, east: -3000)
        #expect(try world.ingest(late.fixes).rejections == [.beyondHorizon: 1])
        #expect(try world.dump(of: ["visit", "stay", "event"]) == before)
        #expect(try world.store.check() == [])
        // The late fix was not received live, and is kept with the hour of evidence until that is trimmed again.
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(395)).fixes[.evidence] == nil)
        _ = try VisitPipeline.applyRetention(to: world.store, at: Self.day(396.1))
        #expect(try Self.minutes(world).allSatisfy { (0..<60).contains($0) })
    }

    @Test("Evidence is not kept where its period is shorter than that of the other fixes")
    func shortEvidence() throws {
        let world = try Self.world(live: true)
        try world.store.settings.setRetentionDays(5, of: .evidence)
        let summary = try VisitPipeline.applyRetention(to: world.store, at: Self.day(31))
        #expect(summary.fixes[.live]?.keptAsEvidence == 0)
        #expect(try Self.minutes(world) == [])
        #expect(try world.visits().count == 1)
    }

    @Test("Evidence is in a member's export and is removed by an erasure")
    func person() throws {
        let world = try Self.world(live: true)
        _ = try VisitPipeline.applyRetention(to: world.store, at: Self.day(31))
        let member = try #require(try world.visits().first).member
        let count = try Self.minutes(world).count
        let export = try #require(try world.store.privacy.export(member))
        #expect(export.devices.flatMap(\.chunks).reduce(0) { $0 + $1.fixCount } == count)
        #expect(try world.store.privacy.erase(member).fixes == count)
        #expect(try Self.minutes(world) == [])
    }

    @Test("The access record has its own period, whatever that of the fixes is")
    func accessRecord() throws {
        let world = try SmallWorld()
        try world.store.settings.setRetentionDays(nil)
        func access(_ day: Double) -> Access {
            Access(.read, .several, AccessOrigin(AccessCaller(.api, id: "t", note: nil), at: Self.day(day)))
        }
        try world.store.accessRecord.add([access(0), access(20), access(30)])
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(364)).accesses == 0)
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(366)).accesses == 1)
        try world.store.settings.setAccessRetentionDays(5)
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(31)).accesses == 1)
        try world.store.settings.setAccessRetentionDays(nil)
        #expect(try VisitPipeline.applyRetention(to: world.store, at: Self.day(9_999)).accesses == 0)
        #expect(try world.store.accessRecord.all().count == 1)
    }

    @Test("A round removes no more than its limit, and the next one continues")
    func rounds() throws {
        let world = try Self.world(live: true)
        try world.store.settings.setRetentionDays(1, of: .evidence)
        var hours: [Int] = []
        while hours.last != 0 {
            let round = try VisitPipeline.applyRetention(to: world.store, at: Self.day(31), hoursLimit: 2)
            hours.append(round.fixes[.live]?.hours ?? 0)
        }
        #expect(hours.dropLast().allSatisfy { (1...2).contains($0) })
        #expect(hours.reduce(0, +) == 8)
    }

    @Test("A replay names the devices with fixes that can't be evaluated any more before it stores them")
    func warning() throws {
        let world = try SmallWorld()
        try world.ingest(try Self.fixes())
        let known = try #require(try world.store.devices.all().first).device.id
        var old = try Journey()
        try old.stay((-5 * 1440)...(-5 * 1440 + 2), east: 5)
        let folder = try TrackFolder()
        let file = try folder.write(old.fixes)
        var warnings: [[DeviceID: Int]] = []
        let before = try world.store.devices.all().first?.fixCount
        var storedThen: Int?
        let summary = try world.pipeline().replay(
            [file],
            observedAt: SmallWorld.now,
            warning: { counts in
                warnings.append(counts)
                storedThen = try? world.store.devices.all().first?.fixCount
            }
        )
        #expect(warnings == [[known: 3]])
        #expect(storedThen == before)
        #expect(summary.ingest.unevaluated == [known: 3])
        #expect(try world.store.devices.all().first?.fixCount == before.map { $0 + 3 })
    }
}
