import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("Tracking after the app's process has ended")
struct TerminationTests {
    enum Ending: CaseIterable, Sendable {
        case swipe, kill

        func act(on phone: inout SimulatedPhone) {
            switch self {
            case .swipe: phone.swipeAwayApp()
            case .kill: phone.killApp()
            }
        }
    }

    /// An app that tracks and has a geofence; it is suspended at home since the second minute and ended in the tenth.
    private func suspended(
        _ ending: Ending,
        options: @escaping @Sendable (inout TrackingConfig) -> Void = { _ in }
    ) throws -> GeolocationScene {
        let scene = try GeolocationScene(.ios) {
            $0.http.autoSync = false
            options(&$0)
        }
        scene.ready()
        try scene.app.startNow()
        try scene.app.geofences.addNow([try TrackingLifeTests.place])
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 10)
        #expect(scene.simulator.withPhone(\.isAppSuspended))
        scene.act { ending.act(on: &$0) }
        return scene
    }

    @Test(
        "a suspended iOS app that was ended does not track at the next background launch",
        arguments: Ending.allCases
    )
    func stops(ending: Ending) throws {
        let scene = try suspended(ending)
        let stored = try scene.app.store.getCount()
        scene.run(to: 100)
        #expect(scene.simulator.withPhone(\.costs).launches.values.reduce(0, +) >= 1, "iOS launched the app")
        #expect(!scene.app.enabled)
        #expect(scene.watched.isEmpty)
        #expect(try scene.app.store.getCount() == stored)
        #expect(scene.names.last(where: { $0 == "enabled" || $0 == "disabled" }) == "disabled")
    }

    @Test(
        "within a period of the schedule tracking that ended with its process stays off too",
        arguments: Ending.allCases
    )
    func scheduled(ending: Ending) throws {
        let scene = try GeolocationScene(.ios) {
            $0.app.schedule = ["1-7 00:00-23:59"]
            $0.http.autoSync = false
        }
        scene.ready()
        scene.app.startSchedule()
        scene.run(to: 1)
        #expect(scene.app.enabled)
        scene.act { $0.leaveApp() }
        scene.run(to: 10)
        #expect(scene.simulator.withPhone(\.isAppSuspended))
        scene.act { ending.act(on: &$0) }
        let stored = try scene.app.store.getCount()
        scene.run(to: 100)
        #expect(scene.simulator.withPhone(\.costs).launches.values.reduce(0, +) >= 1, "iOS launched the app")
        #expect(!scene.app.enabled)
        #expect(scene.app.state.schedulerEnabled)
        #expect(try scene.app.store.getCount() == stored)
    }

    @Test(
        "with stopOnTerminate false tracking resumes at the exit of the remaining region",
        arguments: Ending.allCases
    )
    func goesOn(ending: Ending) throws {
        let scene = try suspended(ending) { $0.app.stopOnTerminate = false }
        let stored = try scene.app.store.getCount()
        scene.run(to: 100)
        #expect(scene.app.enabled)
        #expect(try scene.app.store.getCount() > stored + 5)
        #expect(!scene.watched.isEmpty)
    }

    @Test(
        "an app that its member opens before any other launch resumes tracking",
        arguments: Ending.allCases
    )
    func opened(ending: Ending) throws {
        let scene = try suspended(ending)
        scene.act { $0.openApp() }
        scene.run(to: 11)
        #expect(scene.app.enabled)
    }

    @Test("an app that still runs on the screen is notified of the swipe, and stops at once")
    func running() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.swipeAwayApp() }
        scene.run(to: 1.5)
        #expect(scene.names.contains("disabled"))
        #expect(scene.watched.isEmpty)
    }

    @Test(
        "Android's service continues without the app that was swiped away, and ready resumes it",
        arguments: [true, false]
    )
    func swipedOnAndroid(isHeadless: Bool) throws {
        let scene = try GeolocationScene(.android) {
            $0.app.stopOnTerminate = false
            $0.app.enableHeadless = isHeadless
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 10)
        scene.act { $0.swipeAwayApp() }
        scene.run(to: 11)
        #expect(scene.simulator.system.isForegroundServiceRunning)
        #expect(scene.simulator.withPhone(\.appState) == .background)
        let (stored, received) = (try scene.app.store.getCount(), scene.events.count)
        scene.run(to: 60)
        #expect(scene.simulator.withPhone(\.costs).launches.isEmpty, "the process is the same")
        #expect(try scene.app.store.getCount() > stored + 5)
        #expect(scene.events.count == received, "the listeners of the screen are gone")
        #expect(scene.headless.isEmpty == !isHeadless)
        scene.act { $0.openApp() }
        scene.run(to: 61)
        scene.ready()
        scene.run(to: 90)
        #expect(scene.app.enabled)
        #expect(scene.events.count > received)
    }

    @Test("that service uploads what it records, without the app")
    func uploadsOnAndroid() throws {
        let scene = try GeolocationScene(.android) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 10)
        scene.act { $0.swipeAwayApp() }
        scene.run(to: 11)
        let sent = scene.server.names.count
        scene.run(to: 60)
        #expect(scene.simulator.withPhone(\.appState) == .background)
        #expect(scene.server.names.count > sent + 5)
        #expect(try scene.app.store.getCount() == 0)
    }

    @Test("with stopOnTerminate the swipe ends Android's service and its process, and no later event brings them back")
    func endedOnAndroid() throws {
        let scene = try GeolocationScene(.android)
        scene.ready()
        try scene.app.startNow()
        try scene.app.geofences.addNow([try TrackingLifeTests.place])
        scene.run(to: 10)
        scene.act { $0.swipeAwayApp() }
        scene.run(to: 10.5)
        #expect(!scene.simulator.withPhone(\.appState).isRunning)
        #expect(scene.watched.isEmpty)
        let (stored, sent) = (try scene.app.store.getCount(), scene.server.names.count)
        scene.run(to: 100)
        #expect(!scene.simulator.system.isForegroundServiceRunning)
        #expect(scene.watched.isEmpty)
        #expect(try scene.app.store.getCount() + scene.server.names.count == stored + sent)
        scene.act { $0.openApp() }
        scene.run(to: 101)
        #expect(!scene.app.enabled)
    }
}
