import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Permissions granted by the app's own prompts")
struct PromptTests {
    /// A member who accepts every explanation.
    private struct Willing: PermissionExplainer {
        func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool { true }
    }

    @Test(
        "granting a revoked permission again restores every fence",
        arguments: [.fineLocation, .backgroundLocation] as [Permission]
    )
    func fencesComeBack(permission: Permission) async throws {
        let scene = try LabScene(.android)
        try await scene.facilities.startMonitoring()
        scene.run(to: 10)
        #expect(scene.watched.count == Platform.android.geofenceLimit)
        scene.act { $0.setPermission(permission, .denied) }
        scene.run(to: 11)
        scene.act { $0.openApp() }
        scene.run(to: 12)
        #expect(scene.watched.isEmpty)
        #expect(scene.emittedRegistered.isEmpty)
        let permissions = AppPermissions(phone: scene.simulator.system, explainer: Willing())
        #expect(try await permissions.requestAll().isReadyToMonitor)
        scene.run(to: 13)
        #expect(scene.watched.count == Platform.android.geofenceLimit)
        #expect(scene.emittedRegistered == scene.watched)
        scene.run(to: 180)
        #expect(try scene.visits().map(\.verdict) == [.counted])
        #expect(scene.errors.isEmpty)
    }
}
