import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("A database of an older version of the engine")
struct OlderStateTests {
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
            let newest = try #require(device.newestFixAt)
            commit.checkpoints = [Checkpoint(at: newest.advanced(bySeconds: -3600), state: [4, 5, 6])]
            try world.store.commit([commit])
        }
    }

    @Test("continues as if the engine had always been this one", arguments: UInt64(1)...6)
    func goesOn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random(hours: 30, using: &random)
        let (undisturbed, world) = (try SmallWorld(), try SmallWorld())
        let half = fixes.count / 2
        try undisturbed.ingest(Array(fixes[..<half]))
        try undisturbed.ingest(Array(fixes[half...]))
        try world.ingest(Array(fixes[..<half]))
        try age(world)
        try world.ingest(Array(fixes[half...]))
        let tables: Set<String> = ["event", "visit", "stay", "fix_chunk", "device_state"]
        expectSame(try world.dump(of: tables), try undisturbed.dump(of: tables), "seed \(seed)")
    }

    @Test("has the registered fences before any new input")
    func registrations() throws {
        let world = try SmallWorld()
        try world.ingest(try Journey.visitOfFirstPlace().fixes)
        let device = try #require(try world.store.devices.all().first).device.id
        let before = try world.pipeline().registrations(of: device)
        try age(world)
        #expect(!before.isEmpty)
        #expect(try world.pipeline().registrations(of: device) == before)
    }

    @Test("accepts late input, and a restart")
    func lateInput() throws {
        let fixes = try Journey.visitOfFirstPlace().fixes
        let (undisturbed, world) = (try SmallWorld(), try SmallWorld())
        for each in [undisturbed, world] {
            try each.ingest(fixes.enumerated().filter { $0.offset % 5 != 2 }.map(\.element))
        }
        try age(world)
        for each in [undisturbed, world] { try each.ingest(fixes) }
        #expect(try world.facts() == undisturbed.facts())
        try age(world)
        let device = try #require(try world.store.devices.all().first).device.id
        for each in [undisturbed, world] {
            _ = try each.pipeline().reboot(device, observedAt: SmallWorld.now)
        }
        #expect(try world.facts() == undisturbed.facts())
        expectSame(try world.dump(of: ["event"]), try undisturbed.dump(of: ["event"]), "after a restart")
    }
}
