import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Activity updates of a phone")
struct ActivitySceneTests {
    private func emitted(_ scene: PhoneScene) -> [(minute: Double, activity: Activity)] {
        scene.received.all.compactMap { time, signal in
            guard case .activity(let activity, _) = signal else { return nil }
            return (PhoneScene.start.seconds(to: time) / 60, activity)
        }
    }

    private func scene(_ platform: Platform, seed: UInt64 = 1) throws -> PhoneScene {
        try PhoneScene(platform, seed: seed) {
            ($0.activity.wrongPerThousand, $0.activity.handledPerHour, $0.activity.confidenceSpread) = (0, 0, 0)
        }
    }

    @Test("come five to sixty seconds after a change, at the next sample", arguments: Platform.allCases)
    func delay(platform: Platform) throws {
        var delays: [Double] = []
        for seed in UInt64(1)...60 {
            let scene = try scene(platform, seed: seed)
            scene.simulator.system.startActivityUpdates(every: .seconds(1))
            scene.run(to: 63)
            let change = try #require(emitted(scene).last)
            #expect(change.activity == .inVehicle)
            delays.append((change.minute - 60) * 60)
        }
        #expect(delays.allSatisfy { $0 >= 5 && $0 <= 70 }, "\(delays)")
        #expect((delays.min() ?? 99) < 15 && (delays.max() ?? 0) > 50)
    }

    @Test("need the permission, on Android also Google Play services, and start once they are there")
    func needs() throws {
        for platform in Platform.allCases {
            let scene = try scene(platform)
            scene.act { $0.setPermission(.physicalActivity, .denied) }
            scene.act { $0.openApp() }
            scene.simulator.system.startActivityUpdates(every: .seconds(10))
            scene.run(to: 20)
            #expect(emitted(scene).isEmpty)
            #expect(scene.costs.activityPolls == 0)
            scene.act { $0.setPermission(.physicalActivity, .granted) }
            scene.run(to: 22)
            #expect(emitted(scene).map(\.activity) == [.still])
        }
        let scene = try scene(.android)
        scene.act { $0.setPlayServices(.missing) }
        scene.simulator.system.startActivityUpdates(every: .seconds(10))
        scene.run(to: 20)
        #expect(emitted(scene).isEmpty)
    }

    @Test("end with the process and with the request; a suspended app gets the latest one when it is woken")
    func ends() throws {
        for ending in [0, 1] {
            let scene = try scene(.android)
            scene.simulator.system.startActivityUpdates(every: .seconds(10))
            scene.run(to: 30)
            if ending == 0 { scene.simulator.system.stopActivityUpdates() } else { scene.act { $0.killApp() } }
            scene.run(to: 180)
            #expect(emitted(scene).count == 1)
        }
        let scene = try PhoneScene(.ios) {
            ($0.activity.wrongPerThousand, $0.activity.handledPerHour, $0.activity.confidenceSpread) = (0, 0, 0)
            $0.backgroundFetchSeconds = 1e9
        }
        scene.simulator.system.startActivityUpdates(every: .seconds(10))
        scene.run(to: 30)
        scene.act { $0.leaveApp() }
        scene.run(to: 100)
        #expect(emitted(scene).count == 1)
        scene.act { $0.openApp() }
        scene.run(to: 101)
        // In the car and at rest again: only the latest is delivered.
        #expect(emitted(scene).map(\.activity) == [.still, .still])
        #expect(emitted(scene).last?.minute == 100)
    }

    @Test("do not change what else happens on the phone", arguments: Platform.allCases)
    func ownChance(platform: Platform) throws {
        func fixes(asksForActivities: Bool) throws -> [Fix] {
            let scene = try PhoneScene(platform)
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(20)))
            if asksForActivities { scene.simulator.system.startActivityUpdates(every: .seconds(5)) }
            scene.run(to: 180)
            return scene.fixes.map(\.fix)
        }
        #expect(try fixes(asksForActivities: true) == fixes(asksForActivities: false))
    }
}
