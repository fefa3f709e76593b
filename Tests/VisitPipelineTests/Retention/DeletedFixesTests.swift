import GRDB
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

@Suite("History with deleted fixes")
struct DeletedFixesTests {
    private static let history: Set<String> = ["visit", "stay", "event"]

    /// Three visits in three days, the last one yesterday.
    private func days() throws -> [TrackFix] {
        var journey = try Journey()
        for day in 0..<3 {
            let start = Double(day) * 1440
            try journey.stay(start...(start + 9), east: -500)
            try journey.stay((start + 10)...(start + 40), east: 5)
            try journey.stay((start + 41)...(start + 60), east: -500)
        }
        return journey.fixes
    }

    /// Replaces every stored state by one that this version can't read.
    private func age(_ world: SmallWorld) throws {
        for device in try world.store.devices.all() {
            var commit = DeviceCommit(
                device: device.key,
                state: [1, 2, 3],
                stateFormat: DeviceTimeline.format - 1,
                policyVersion: "old",
                newestFixAt: device.newestFixAt
            )
            commit.checkpoints = [
                Checkpoint(at: SmallWorld.minute(100), state: [4]), Checkpoint(at: SmallWorld.minute(2700), state: [5]),
            ]
            try world.store.commit([commit])
        }
    }

    private func delete(_ world: SmallWorld, beforeMinute minute: Double) throws {
        // As if each hour had been stored at its end.
        let queue = try DatabaseQueue(path: world.store.path)
        try queue.write { try $0.execute(sql: "UPDATE fix_chunk SET stored_ms = bucket_ms + 3599999") }
        try queue.close()
        while try world.store.fixes.remove(.replayed, storedBefore: SmallWorld.minute(minute)).hours > 0 {}
    }

    /// The visits and events before a time.
    private func history(_ world: SmallWorld, beforeMinute minute: Double) throws -> [String] {
        let (limit, visits) = (SmallWorld.minute(minute), try world.visits(includesWithdrawn: true))
        let events = try world.events().filter { $0.occurredAt < limit }
        return visits.filter { $0.enteredAt < limit }.map { "\($0)" } + events.map { "\($0)" }
    }

    @Test("late input that would go back behind it is stored and changes nothing", arguments: [20.0, 1470.0])
    func late(minute: Double) throws {
        // Within the horizon of 48 hours before the newest fix, except for the first day of the three.
        let world = try SmallWorld()
        try world.ingest(try days())
        let before = try world.dump(of: Self.history)
        #expect(try world.visits().count == 3)
        try delete(world, beforeMinute: 1500)
        var late = try Journey()
        try late.add(minute + 0.5, east: -3000)
        try late.add(minute + 0.7, east: -3000)
        let summary = try world.ingest(late.fixes)
        #expect(summary.rejections == [.beyondHorizon: 2])
        #expect(summary.stored == 2)
        #expect(try world.dump(of: Self.history) == before)
        #expect(try world.store.check() == [])
    }

    @Test("late input behind a state that contains all deleted fixes is evaluated as usual")
    func lateAfter() throws {
        var fixes = try days()
        let late = fixes.filter { $0.fix.time > SmallWorld.minute(2920) && $0.fix.time < SmallWorld.minute(2925) }
        fixes.removeAll { late.contains($0) }
        let (undisturbed, world) = (try SmallWorld(), try SmallWorld())
        for each in [undisturbed, world] { try each.ingest(fixes) }
        try delete(world, beforeMinute: 2000)
        for each in [undisturbed, world] { #expect(try each.ingest(late).late == late.count) }
        expectSame(try world.dump(of: Self.history), try undisturbed.dump(of: Self.history), "late")
        #expect(try world.store.check() == [])
    }

    @Test(
        "a device of an older version is rebuilt from its first fix, and keeps its earlier history",
        arguments: [0.0, 700, 1440, 1500, 2000, 2890]
    )
    func older(minute: Double) throws {
        let fixes = try days()
        let half = fixes.filter { $0.fix.time <= SmallWorld.minute(2920) }
        let (undisturbed, world) = (try SmallWorld(), try SmallWorld())
        for each in [undisturbed, world] { try each.ingest(half) }
        try delete(world, beforeMinute: minute)
        try age(world)
        // Whole hours are deleted.
        let minute = (minute / 60).rounded(.down) * 60
        let before = try history(world, beforeMinute: minute)
        for each in [undisturbed, world] { try each.ingest(Array(fixes.dropFirst(half.count))) }
        #expect(try history(world, beforeMinute: minute) == before, "minute \(minute)")
        expectSame(try world.facts(), try undisturbed.facts(), "fixes deleted before minute \(minute)")
        #expect(try world.store.check() == [])
        // Late fixes don't reach behind the deletion either.
        var late = try Journey()
        try late.add(30.5, east: -3000)
        try late.add(2921.5, east: 6)
        try world.ingest(late.fixes)
        #expect(try history(world, beforeMinute: minute) == before, "minute \(minute)")
        #expect(try world.visits().count == 3)
        #expect(try world.store.check() == [])
    }

    @Test("a stay that reaches over the first remaining fix stays as it was emitted")
    func straddling() throws {
        // The stay lasts from 12:30 to 14:00, and the hour from 12:00 to 13:00 is deleted.
        var journey = try Journey()
        try journey.stay(0...29, east: -500)
        try journey.stay(30...120, east: 5)
        try journey.stay(121...300, east: -500)
        try journey.stay(301...340, east: 5)
        try journey.stay(341...360, east: -500)
        let world = try SmallWorld()
        try world.ingest(journey.fixes)
        let before = try world.visits()
        #expect(before.count == 2)
        try delete(world, beforeMinute: 60)
        try age(world)
        var more = try Journey()
        try more.stay(361...370, east: -500)
        try world.ingest(more.fixes)
        expectSame(try world.visits().map { "\($0)" }, before.map { "\($0)" }, "after the rebuild")
        #expect(try world.store.check() == [])
    }

    @Test("a device of an older version without remaining fixes does not treat old ones as new")
    func allGone() throws {
        let world = try SmallWorld()
        let fixes = try days()
        try world.ingest(fixes)
        let before = try world.dump(of: Self.history)
        try delete(world, beforeMinute: 10_000)
        try age(world)
        #expect(try world.store.devices.all().first?.fixCount == 0)
        let again = try world.ingest(fixes)
        #expect(again.rejections[.beyondHorizon] == fixes.count)
        #expect(try world.dump(of: ["visit", "stay"]) == before.filter { !$0.hasPrefix("event") })
        #expect(try world.store.check() == [])
        var fresh = try Journey()
        try fresh.stay(10_100...10_140, east: 5)
        try fresh.stay(10_141...10_160, east: -500)
        try world.ingest(fresh.fixes)
        #expect(try world.visits().count == 4)
        #expect(try world.store.check() == [])
    }

    @Test(
        "whatever is deleted and aged on the way, what was before the deletion is not touched",
        .long,
        arguments: UInt64(1)...6
    )
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random(hours: 60, using: &random)
        // Some fixes are late, by hours.
        fixes = fixes.map { ($0, $0.fix.time.seconds + .random(in: 0...8 * 3600, using: &random)) }
            .sorted { $0.1 < $1.1 }.map(\.0)
        let world = try SmallWorld()
        var rest = fixes[...]
        var (limit, kept): (Double, [String]) = (0, [])
        while !rest.isEmpty {
            let batch = Array(rest.prefix(60))
            rest = rest.dropFirst(60)
            try world.ingest(batch)
            // Visits that ended before the first remaining fix.
            let settled = try world.visits(includesWithdrawn: true).map { "\($0)" }
            for line in kept { #expect(settled.contains(line), "seed \(seed): \(line)") }
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            limit = max(limit, Double.random(in: 0...3600, using: &random))
            try delete(world, beforeMinute: limit)
            let from = try world.store.devices.all().first.flatMap { try world.store.fixes.completeFrom(of: $0.key) }
            kept = try world.visits(includesWithdrawn: true)
                .filter { visit in from.map { (visit.exitedAt ?? $0) < $0 } ?? false }.map { "\($0)" }
            if Bool.random(using: &random) { try age(world) }
            #expect(try world.store.check() == [], "seed \(seed)")
        }
    }
}
