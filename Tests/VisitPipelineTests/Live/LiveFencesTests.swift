import Interchange
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Which fences a phone is told to keep")
struct LiveFencesTests {
    private func answer(_ scene: LiveScene, _ fixes: [TrackFix]) async throws -> FenceChange {
        let receipt = try await scene.live.take(
            LiveScene.reports(fixes, takingFences: true),
            receivedAt: SmallWorld.now
        )
        return try #require(receipt.fences[DeviceID("phone")])
    }

    private func fix(_ minute: Double, east: Double) throws -> [TrackFix] {
        var journey = try Journey()
        try journey.add(minute, east: east)
        return journey.fixes
    }

    @Test("The first answer names the nearest, the next ones only differences, a service begun anew too")
    func differences() async throws {
        // 30 places, 800 m apart, of which iOS watches 20.
        let world = try SmallWorld(places: 30)
        let scene = try LiveScene(world)
        let first = try await answer(scene, fix(0, east: 0))
        #expect(first.added.count == 20)
        #expect(first.removed.isEmpty)
        let same = try await answer(scene, fix(1, east: 10))
        #expect(same.isEmpty)
        let anew = try LiveScene(world)
        let moved = try await answer(anew, fix(30, east: 16_000))
        #expect(moved.added.count == moved.removed.count)
        #expect(!moved.added.isEmpty)
        #expect(Set(moved.removed).isSubset(of: first.added))
    }

    @Test("A request that repeats something gets the last difference again")
    func again() async throws {
        let scene = try LiveScene(places: 30)
        let first = try await answer(scene, fix(0, east: 0))
        let again = try await answer(scene, fix(0, east: 0))
        #expect(again == first)
        let after = try await answer(scene, fix(1, east: 0))
        #expect(after.isEmpty)
    }
}
