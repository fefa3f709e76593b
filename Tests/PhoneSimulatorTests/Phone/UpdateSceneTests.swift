import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Location updates that an app requested")
struct UpdateSceneTests {
    private func gaps(_ scene: PhoneScene) -> [Double] {
        zip(scene.fixes, scene.fixes.dropFirst()).map { ($1.minute - $0.minute) * 60 }
    }

    @Test("come at the interval in the foreground, with the phone's position", arguments: Platform.allCases)
    func foreground(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(30)))
        scene.run(to: 60)
        #expect((118...120).contains(scene.fixes.count))
        #expect(gaps(scene).allSatisfy { abs($0 - 30) < 0.01 })
        let home = try PhoneScene.place(east: 0)
        #expect(scene.fixes.allSatisfy { $0.fix.coordinate.distance(to: home) < 200 })
    }

    @Test("are few in the background of Android without a foreground service, and as asked with one")
    func androidBackground() throws {
        for hasService in [false, true] {
            let scene = try PhoneScene(.android) { $0.dozeAfterSeconds = .infinity }
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(30)))
            if hasService {
                scene.simulator.system.startForegroundService(
                    ServiceNotification(title: nil, text: "At work", channel: "c")
                )
            }
            scene.act { $0.leaveApp() }
            scene.run(to: 60)
            #expect(hasService ? scene.fixes.count > 110 : (2...4).contains(scene.fixes.count), "\(scene.fixes.count)")
        }
    }

    @Test("stop while Android dozes, unless the app is exempt")
    func doze() throws {
        for isExempt in [false, true] {
            let scene = try PhoneScene(.android) {
                $0.dozeAfterSeconds = 600
                $0.backgroundThrottleSeconds = 60
            }
            scene.act { $0.setBatteryExemption(isExempt) }
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
            scene.act { $0.leaveApp() }
            scene.run(to: 59)
            let late = scene.fixes.filter { $0.minute > 11 }
            #expect(late.isEmpty == !isExempt, "exempt: \(isExempt), \(late.count)")
        }
    }

    @Test("need Always and the background mode in the background of iOS")
    func iosBackground() throws {
        for (isAlways, hasMode) in [(true, true), (true, false), (false, true)] {
            let scene = try PhoneScene(.ios)
            if !isAlways { scene.act { $0.setPermission(.backgroundLocation, .denied) } }
            if !hasMode { scene.act { $0.app.manifest.backgroundModes = [] } }
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(30)))
            scene.act { $0.leaveApp() }
            scene.run(to: 30)
            #expect(scene.fixes.isEmpty != (isAlways && hasMode), "always: \(isAlways), mode: \(hasMode)")
        }
    }

    @Test("wait until the phone has moved as far as requested", arguments: Platform.allCases)
    func distanceFilter(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.simulator.system.startLocationUpdates(
            LocationRequest(interval: .seconds(10), distanceFilterMeters: 500)
        )
        scene.run(to: 180)
        #expect((10...16).contains(scene.fixes.count), "\(scene.fixes.count)")
        for (one, next) in zip(scene.fixes, scene.fixes.dropFirst()) {
            #expect(one.fix.coordinate.distance(to: next.fix.coordinate) >= 500)
        }
    }

    @Test("stop with location switched off and continue after", arguments: Platform.allCases)
    func locationOff(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
        scene.run(to: 10)
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 20)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 30)
        #expect(scene.fixes.filter { $0.minute > 10.1 && $0.minute < 20 }.isEmpty)
        #expect(scene.fixes.filter { $0.minute > 20 }.count >= 9)
    }

    @Test("end with the process that requested them", arguments: Platform.allCases)
    func processEnds(platform: Platform) throws {
        let scene = try PhoneScene(platform) { $0.backgroundFetchSeconds = 1e9 }
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
        scene.run(to: 10)
        scene.act { $0.killApp() }
        scene.run(to: 20)
        scene.act { $0.openApp() }
        scene.run(to: 30)
        #expect(scene.fixes.allSatisfy { $0.minute <= 10 })
        #expect(scene.launches == [.user])
    }

    @Test("one requested fix comes some seconds later")
    func single() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.requestSingleFix(.high)
        scene.run(to: 1)
        let singles = scene.received.all.filter { if case .fix(_, .single) = $0.signal { true } else { false } }
        #expect(singles.count == 1)
    }

    @Test("significant changes wake iOS's app on the way, and Android has none")
    func significantChanges() throws {
        for platform in Platform.allCases {
            let scene = try PhoneScene(platform) { $0.backgroundFetchSeconds = 1e9 }
            scene.simulator.system.startSignificantChanges()
            scene.run(to: 10)
            scene.act { $0.killApp() }
            scene.run(to: 180)
            let changes = scene.received.all.filter {
                if case .fix(_, .significantChange) = $0.signal { true } else { false }
            }
            #expect(changes.isEmpty == (platform == .android))
            #expect(scene.launches == (platform == .android ? [] : [.location]))
        }
    }

    @Test("arrivals and departures are reported on iOS")
    func visits() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.startVisits()
        scene.run(to: 180)
        let gym = try PhoneScene.place(east: 3000)
        let departures = scene.received.all.compactMap { entry -> Timestamp? in
            guard case .visit(let place, _, _, let departure?) = entry.signal, place.distance(to: gym) < 200 else {
                return nil
            }
            return departure
        }
        #expect(departures.count == 1)
        let departed = try #require(departures.first)
        #expect(abs(PhoneScene.minute(120).seconds(to: departed)) < 300)
    }

    @Test("the member's activity is delivered after a delay, where it is permitted", arguments: Platform.allCases)
    func activity(platform: Platform) throws {
        for isGranted in [true, false] {
            let scene = try PhoneScene(platform) {
                ($0.activity.wrongPerThousand, $0.activity.handledPerHour, $0.activity.confidenceSpread) = (0, 0, 0)
            }
            if !isGranted {
                scene.act { $0.app.permissions[.physicalActivity].status = .denied }
            }
            scene.simulator.system.startActivityUpdates(every: .seconds(10))
            scene.run(to: 180)
            let emitted = scene.received.all.compactMap { entry -> Activity? in
                if case .activity(let activity, _) = entry.signal { activity } else { nil }
            }
            #expect(emitted == (isGranted ? [.still, .inVehicle, .still, .inVehicle, .still] : []))
        }
    }
}
