import GeofenceEngine
import Interchange
import SQLiteStorage
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Two processes that store one phone's state")
struct LiveRivalTests {
    @Test("Fixes that two processes ingest in turn all count, each once", arguments: 0..<UInt64(5))
    func inTurn(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random("phone", hours: 10, using: &random)
        let replayed = try SmallWorld()
        try replayed.ingest(fixes)
        let world = try SmallWorld()
        let (one, other) = (try LiveScene(world), try LiveScene(world))
        var rest = fixes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(.random(in: 1...30, using: &random)))
            rest = rest.dropFirst(part.count)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try world.ingest(part)
            case 1, 2: try await one.send(part, each: .random(in: 1...9, using: &random))
            default: try await other.send(part, each: .random(in: 1...9, using: &random))
            }
        }
        await one.live.stop()
        await other.live.stop()
        // Fixes that one process appended to the pending-fix log while the other continued are processed by the next
        // one.
        await (try LiveScene(world)).live.stop()
        let device = try #require(try world.store.devices.find(DeviceID("phone")))
        #expect(device.fixCount == fixes.count, "seed \(seed): no fix is missing")
        expectSame(try world.facts(), try replayed.facts(), "seed \(seed)")
    }

    @Test("A state based on an older one than the stored one is refused")
    func outpaced() throws {
        let store = try VisitStore.temporary()
        let device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        var commit = DeviceCommit(device: device, state: [1], stateFormat: 7, policyVersion: "p", newestFixAt: nil)
        commit.basis = 0
        try store.commit([commit])
        #expect(throws: StorageError(.outpaced, "")) { try store.commit([commit]) }
        commit.basis = try store.deviceStates.state(of: device)?.revision
        try store.commit([commit])
        #expect(try store.deviceStates.state(of: device)?.revision == 2)
    }
}
