import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Sources of a phone's position")
struct ReceptionSceneTests {
    @Test(
        "nothing finds a position better than the reception allows",
        arguments: [
            (PositionQuality.satellites, PositionQuality.satellites, PositionQuality.satellites),
            (.satellites, .wifi, .wifi), (.satellites, .cells, .cells), (.wifi, .satellites, .wifi),
            (.wifi, .wifi, .wifi), (.wifi, .cells, .cells), (.cells, .satellites, .cells), (.cells, .wifi, .cells),
            (.cells, .cells, .cells),
        ]
    )
    func limit(wanted: PositionQuality, best: PositionQuality, found: PositionQuality) {
        #expect(wanted.limited(to: best) == found)
        #expect(wanted.limited(to: nil) == nil)
    }

    @Test("fixes are as accurate as the reception allows, at rest and on the move", arguments: Platform.allCases)
    func accuracy(platform: Platform) throws {
        // The profile's medians are 8, 22 and 900 m, and two thirds lie within a factor of 1.4.
        let table: [(best: PositionQuality, atRest: ClosedRange<Double>, moving: ClosedRange<Double>)] = [
            (.satellites, 14...34, 5...13), (.wifi, 14...34, 14...34), (.cells, 500...1500, 500...1500),
        ]
        for row in table {
            let scene = try PhoneScene(platform)
            scene.act { $0.setReception(row.best) }
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(10)))
            scene.run(to: 65)
            let rest = scene.fixes.filter { $0.minute < 59 }
            let moving = scene.fixes.filter { $0.minute > 60.1 && $0.minute < 64.9 }
            #expect(row.atRest.contains(median(rest)), "\(row.best): \(median(rest))")
            #expect(row.moving.contains(median(moving)), "\(row.best): \(median(moving))")
        }
    }

    private func median(_ fixes: [(minute: Double, fix: Fix)]) -> Double {
        let sorted = fixes.compactMap(\.fix.horizontalAccuracy).sorted()
        return sorted.isEmpty ? -1 : sorted[sorted.count / 2]
    }

    @Test(
        "without reception there is no fix and no transition, and both return with it",
        arguments: Platform.allCases
    )
    func none(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 50)
        let count = scene.fixes.count
        scene.act { $0.setReception(nil) }
        scene.simulator.system.requestSingleFix(.high)
        scene.run(to: 80)
        #expect(scene.fixes.count == count)
        #expect(scene.transitions.isEmpty)
        #expect(scene.notes.contains(.changed("positions", "none")))
        scene.act { $0.setReception(.satellites) }
        scene.run(to: 90)
        #expect(scene.fixes.count > count + 8)
        #expect(scene.transitions.first?.transition == .enter)
    }

    @Test(
        "a wrong fix reaches both the app that requested fixes and the region monitoring",
        arguments: Platform.allCases
    )
    func wrong(platform: Platform) throws {
        for (off, bearing, east, north) in [(500.0, 90.0, 500.0, 0.0), (800, 0, 0, 800), (300, 225, -212, -212)] {
            let scene = try PhoneScene(platform)
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
            scene.run(to: 30.5)
            let count = scene.fixes.count
            scene.act { $0.showPosition(offMeters: off, bearingDegrees: bearing, accuracyMeters: 7) }
            scene.run(to: 30.6)
            #expect(scene.fixes.count == count + 1)
            let fix = try #require(scene.fixes.last?.fix)
            let expected = try PhoneScene.place(east: 0).moved(eastMeters: east, northMeters: north)
            #expect(fix.coordinate.distance(to: expected) < 3)
            #expect(fix.horizontalAccuracy == 7)
        }
    }

    @Test("one wrong fix takes a phone on Android into a fence that it is far from")
    func wrongTransition() throws {
        let scene = try PhoneScene(.android)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.showPosition(offMeters: 3000, bearingDegrees: 90, accuracyMeters: 7) }
        scene.run(to: 55)
        #expect(scene.transitions.first?.transition == .enter)
        #expect((30...37).contains(scene.transitions.first?.minute ?? 0))
    }

    @Test("an app receives nothing without a request, the permission, or location switched on")
    func notShown() throws {
        for change in [0, 1, 2] {
            let scene = try PhoneScene(.ios)
            if change != 0 { scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(600))) }
            scene.run(to: 5)
            let count = scene.fixes.count
            if change == 1 { scene.act { $0.setPermission(.fineLocation, .denied) } }
            if change == 2 { scene.act { $0.setLocationServices(on: false) } }
            scene.act { $0.showPosition(offMeters: 400, bearingDegrees: 0, accuracyMeters: 5) }
            scene.run(to: 6)
            #expect(scene.fixes.count == count, "\(change)")
        }
    }
}
