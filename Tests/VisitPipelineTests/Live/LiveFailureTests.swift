import DeviceEngine
import GRDB
import GeofenceEngine
import Interchange
import MemberEngine
import SQLiteStorage
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Fixes that can't be written")
struct LiveFailureTests {
    /// Runs a statement beside the store, as another program would.
    private func run(_ sql: String, _ scene: LiveScene) throws {
        try DatabaseQueue(path: scene.world.store.path).write { try $0.execute(sql: sql) }
    }

    @Test("A fix that was not written is not a duplicate when it is sent again")
    func again() async throws {
        let scene = try LiveScene()
        let fixes = try Journey.visitOfFirstPlace().fixes
        try await scene.send(Array(fixes.prefix(20)), each: 5)
        try run("CREATE TRIGGER refuse BEFORE UPDATE ON device_state BEGIN SELECT RAISE(ABORT, 'no'); END", scene)
        await #expect(throws: StorageError.self) {
            try await scene.live.ingest(LiveScene.reports(fixes.dropFirst(20)), receivedAt: SmallWorld.now)
        }
        try run("DROP TRIGGER refuse", scene)
        let receipt = try await scene.live.ingest(
            LiveScene.reports(fixes.dropFirst(20)),
            receivedAt: SmallWorld.now
        )
        #expect(receipt.summary.stored == fixes.count - 20)
        let undisturbed = try SmallWorld()
        try undisturbed.ingest(fixes)
        expectSame(try scene.world.facts(), try undisturbed.facts(), "after a failure")
    }

    @Test("One that can't be written does not affect the others of its group")
    func others() async throws {
        let scene = try LiveScene()
        let bad = try Journey("bad", member: "bad").withOneFix()
        try await scene.send(bad, each: 1)
        let key = try #require(try scene.world.store.devices.find(DeviceID("bad"))?.key.rawValue)
        try run(
            """
            CREATE TRIGGER refuse BEFORE UPDATE ON device_state WHEN new.device = \(key)
            BEGIN SELECT RAISE(ABORT, 'no'); END
            """,
            scene
        )
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                let later = try Journey.visitOfFirstPlace("bad").fixes
                    .map { DeviceReport(device: $0.device, inputs: [.fix($0.fix)]) }
                do {
                    _ = try await scene.live.ingest(later, receivedAt: SmallWorld.now)
                    return true
                } catch is StorageError {
                    return false
                }
            }
            for number in 0..<20 {
                group.addTask {
                    let fixes = try Journey("good-\(number)", member: "good-\(number)").withOneFix()
                    let receipt = try await scene.live.ingest(LiveScene.reports(fixes), receivedAt: SmallWorld.now)
                    return receipt.summary.stored == 1
                }
            }
            var outcomes: [Bool] = []
            for try await outcome in group { outcomes.append(outcome) }
            #expect(outcomes.filter { !$0 }.count == 1)
            #expect(outcomes.count == 21)
        }
        #expect(scene.live.failure == nil, "nothing is wrong with the machine")
    }
}
