import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Fixes that a phone makes for other apps")
struct SharedReadingSceneTests {
    private func gaps(_ scene: PhoneScene) -> [Double] {
        zip(scene.fixes, scene.fixes.dropFirst()).map { (($1.minute - $0.minute) * 60_000).rounded() / 1000 }
    }

    /// A scene in which another app requests a fix each second.
    private func scene(_ platform: Platform = .android, _ request: LocationRequest) throws -> PhoneScene {
        let scene = try PhoneScene(platform)
        scene.simulator.system.startLocationUpdates(request)
        scene.act { $0.setOtherAppUpdates(LocationRequest(interval: .seconds(1))) }
        return scene
    }

    @Test("come as early as the app allows on Android, and never on iOS", arguments: Platform.allCases)
    func early(platform: Platform) throws {
        let request = LocationRequest(interval: .seconds(60), fastestInterval: .seconds(20))
        let scene = try scene(platform, request)
        scene.run(to: 20)
        #expect(gaps(scene).allSatisfy { $0 == (platform == .android ? 20 : 60) }, "\(gaps(scene))")
        #expect(scene.fixes.count > 15)
    }

    @Test("restart the interval")
    func intervalAfter() throws {
        let scene = try PhoneScene(.android)
        scene.simulator.system.startLocationUpdates(
            LocationRequest(interval: .seconds(60), fastestInterval: .seconds(10))
        )
        scene.run(to: 0.5)
        // Another app's fix comes a second after its request.
        scene.act { $0.setOtherAppUpdates(LocationRequest(interval: .seconds(3600))) }
        scene.run(to: 3)
        #expect(scene.fixes.map { ($0.minute * 60).rounded() } == [1, 31, 91, 151])
    }

    @Test("do not reach an app that allows nothing earlier than its interval")
    func notAllowed() throws {
        let scene = try scene(.android, LocationRequest(interval: .seconds(60)))
        scene.run(to: 20)
        #expect(gaps(scene).allSatisfy { $0 == 60 })
        #expect(scene.fixes.count == 20)
    }

    @Test("cost the app nothing and are all that a passive app receives on Android")
    func passive() throws {
        let scene = try scene(
            .android,
            LocationRequest(interval: .seconds(60), accuracy: .passive, fastestInterval: .seconds(5))
        )
        scene.run(to: 5)
        #expect(scene.fixes.count == 60)
        scene.act { $0.setOtherAppUpdates(nil) }
        scene.run(to: 30)
        #expect(scene.fixes.count == 60)
        #expect(scene.costs.fixes.isEmpty)
        #expect(scene.costs.satelliteTime == .zero)
    }

    @Test("include the app's own single ones and those for its regions")
    func sources() throws {
        for isRegion in [true, false] {
            let scene = try PhoneScene(.android)
            scene.simulator.system.startLocationUpdates(
                LocationRequest(interval: .seconds(3600), fastestInterval: .seconds(1))
            )
            scene.run(to: 10)
            #expect(scene.fixes.count == 1)
            if isRegion {
                try scene.simulator.system.addRegions([PhoneScene.gym()])
            } else {
                scene.simulator.system.requestSingleFix(.high)
            }
            // At rest the system makes a fix once a minute.
            scene.run(to: 12.5)
            #expect(scene.fixes.count == (isRegion ? 3 : 2), "\(isRegion)")
        }
    }

    @Test("wait for the distance filter and for Android's limits in the background")
    func limits() throws {
        let filtered = try scene(
            .android,
            LocationRequest(interval: .seconds(60), distanceFilterMeters: 500, fastestInterval: .seconds(1))
        )
        filtered.run(to: 59)
        #expect(filtered.fixes.count == 1)
        let throttled = try PhoneScene(.android) { $0.dozeAfterSeconds = .infinity }
        throttled.simulator.system.startLocationUpdates(
            LocationRequest(interval: .seconds(60), fastestInterval: .seconds(1))
        )
        throttled.act {
            $0.leaveApp()
            $0.setOtherAppUpdates(LocationRequest(interval: .seconds(1)))
        }
        throttled.run(to: 59)
        #expect((2...4).contains(throttled.fixes.count), "\(throttled.fixes.count)")
    }

    @Test("held back come together after the deferral, each with the time at which it was made")
    func batch() throws {
        let scene = try PhoneScene(.android)
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60), deferral: .seconds(600)))
        scene.run(to: 10)
        #expect(scene.fixes.isEmpty)
        // The first is made a second after the start; ten minutes later it comes with the nine after it.
        scene.run(to: 10.1)
        #expect(Set(scene.fixes.map(\.minute)) == [10 + 1.0 / 60])
        let taken = scene.fixes.map { PhoneScene.start.seconds(to: $0.fix.time) }
        #expect(taken == (0..<10).map { 1 + 60 * Double($0) })
    }

    @Test("are not held back for less than twice the interval, and never on iOS")
    func noBatch() throws {
        for (platform, deferral) in [(Platform.android, 119.0), (.ios, 600)] {
            let scene = try PhoneScene(platform)
            scene.simulator.system.startLocationUpdates(
                LocationRequest(interval: .seconds(60), deferral: .seconds(deferral))
            )
            scene.run(to: 5)
            #expect(scene.fixes.count == 5, "\(platform)")
        }
    }

    @Test("held back are lost with a stop and with the process, and come at once when the deferral ends")
    func batchEnds() throws {
        let table: [(name: String, change: (PhoneScene) -> Void, count: Int)] = [
            ("stop", { $0.simulator.system.stopLocationUpdates() }, 0),
            ("killed", { scene in scene.act { $0.killApp() } }, 0),
            (
                "changed",
                { $0.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(3600))) }, 5
            ),
            (
                "held back otherwise",
                {
                    $0.simulator.system.startLocationUpdates(
                        LocationRequest(interval: .seconds(60), deferral: .seconds(900))
                    )
                }, 10
            ),
        ]
        for row in table {
            let scene = try PhoneScene(.android)
            scene.simulator.system.startLocationUpdates(
                LocationRequest(interval: .seconds(60), deferral: .seconds(600))
            )
            scene.run(to: 5)
            row.change(scene)
            scene.run(to: 10.5)
            #expect(scene.fixes.count == row.count, "\(row.name)")
        }
    }
}
