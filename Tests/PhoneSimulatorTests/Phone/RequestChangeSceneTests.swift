import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("A request for fixes that replaces another")
struct RequestChangeSceneTests {
    /// A sensor without errors, so that distances are what the phone moved.
    private func scene(_ platform: Platform) throws -> PhoneScene {
        try PhoneScene(platform) {
            ($0.sensing.satelliteAccuracyMeters, $0.sensing.wifiAccuracyMeters) = (0.001, 0.001)
        }
    }

    @Test(
        "does not lose the distance since the last fix, however often the filter changes",
        arguments: Platform.allCases
    )
    func way(platform: Platform) throws {
        // Ten metres a second from minute 60 on.
        let scene = try scene(platform)
        let system = scene.simulator.system
        system.startLocationUpdates(LocationRequest(interval: .seconds(1), distanceFilterMeters: 200))
        scene.run(to: 60)
        #expect(scene.fixes.count == 1)
        for step in 1...120 {
            scene.run(to: 60 + Double(step) / 60)
            let meters = step.isMultiple(of: 2) ? 200.0 : 201
            system.startLocationUpdates(LocationRequest(interval: .seconds(1), distanceFilterMeters: meters))
        }
        // 1200 m, of which each reading takes 200 or 210.
        #expect((6...7).contains(scene.fixes.count), "\(scene.fixes.count)")
        for (one, next) in zip(scene.fixes, scene.fixes.dropFirst()) {
            #expect((199...221).contains(one.fix.coordinate.distance(to: next.fix.coordinate)))
        }
    }

    @Test("causes no additional fix", arguments: Platform.allCases)
    func noExtra(platform: Platform) throws {
        let once = try scene(platform)
        let often = try scene(platform)
        let request = LocationRequest(interval: .seconds(60), distanceFilterMeters: 0)
        for scene in [once, often] { scene.simulator.system.startLocationUpdates(request) }
        for step in 1..<300 {
            often.run(to: Double(step) / 5)
            var other = request
            other.distanceFilterMeters = step.isMultiple(of: 2) ? 0 : 0.0001
            often.simulator.system.startLocationUpdates(other)
            often.simulator.system.startLocationUpdates(request)
        }
        once.run(to: 59.8)
        #expect(often.fixes.map(\.minute) == once.fixes.map(\.minute))
        #expect(often.fixes.count == 60)
    }

    @Test("with a filter that the distance already exceeds, delivers the next fix at the next poll")
    func shorterFilter() throws {
        let scene = try scene(.ios)
        let system = scene.simulator.system
        system.startLocationUpdates(LocationRequest(interval: .seconds(10), distanceFilterMeters: 5000))
        scene.run(to: 61)
        #expect(scene.fixes.count == 1)
        system.startLocationUpdates(LocationRequest(interval: .seconds(10), distanceFilterMeters: 50))
        scene.run(to: 61 + 5.0 / 60)
        #expect(scene.fixes.count == 2)
    }

    @Test("with another interval counts it from the last look, and comes at once where that is over")
    func interval() throws {
        // Asked for at minute 0, it was looked a second later and every ten minutes since.
        let second = 1.0 / 60
        for (interval, minute) in [(30.0, 20.0), (900, 10 + second + 15), (600, 20 + second)] {
            let scene = try scene(.android)
            let system = scene.simulator.system
            system.startLocationUpdates(LocationRequest(interval: .seconds(600)))
            scene.run(to: 20)
            #expect(scene.fixes.count == 2)
            system.startLocationUpdates(LocationRequest(interval: .seconds(interval)))
            scene.run(to: 55)
            #expect(scene.fixes[2].minute == minute, "\(interval)")
        }
    }

    @Test("after a stop in between it is a new request: its first fix comes at once", arguments: Platform.allCases)
    func stop(platform: Platform) throws {
        let scene = try scene(platform)
        let request = LocationRequest(interval: .seconds(60), distanceFilterMeters: 500)
        scene.simulator.system.startLocationUpdates(request)
        scene.run(to: 10)
        #expect(scene.fixes.count == 1)
        scene.simulator.system.stopLocationUpdates()
        scene.simulator.system.startLocationUpdates(request)
        scene.run(to: 11)
        #expect(scene.fixes.count == 2)
    }
}
