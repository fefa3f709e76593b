import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import TrackingEngine
import TrackingModel
import VisitModel

@testable import MobileSDK

@Suite("Listening to background geolocation")
struct ListeningTests {
    /// The events that listeners received, in order.
    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ what: String) { list.withLock { $0.append(what) } }
    }

    @Test("a listener added before ready receives earlier events, in order")
    func buffered() throws {
        let scene = try GeolocationScene(.ios)
        scene.app.resume()
        scene.act { $0.setConnectivity(.none) }
        scene.run(to: 1)
        scene.act { $0.changePower { $0.isPowerSaving = true } }
        scene.run(to: 2)
        scene.act { $0.setConnectivity(.wifi) }
        scene.run(to: 3)
        #expect(scene.names.isEmpty)
        scene.ready()
        #expect(scene.names == ["provider", "disconnected", "power saving on", "connected"])
    }

    @Test("a listener added after ready receives none of the earlier events")
    func late() throws {
        let (scene, received) = (try GeolocationScene(.ios), Heard())
        scene.app.resume()
        scene.act { $0.changePower { $0.isPowerSaving = true } }
        scene.run(to: 1)
        scene.ready()
        let subscription = scene.app.onPowerSaveChange { received.add("\($0.isPowerSaveMode)") }
        #expect(scene.names == ["provider", "power saving on"])
        scene.act { $0.changePower { $0.isPowerSaving = false } }
        scene.run(to: 2)
        #expect(received.all == ["false"])
        withExtendedLifetime(subscription) {}
    }

    @Test("a motion change at which no position is found is a failure of onLocation, with its code")
    func noPosition() throws {
        // Handling would be reported as walking, another change.
        let scene = try GeolocationScene(.ios, profile: { $0.activity.handledPerHour = 0 })
        scene.act { $0.setReception(nil) }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 5)
        let failures = scene.events.compactMap { event -> LocationError? in
            if case .locationFailed(let error) = event.event { error } else { nil }
        }
        #expect(failures == [.timeout])
        #expect(!scene.names.contains("stationary"))
    }

    @Test("the provider's state is emitted right after every ready, the connection when tracking begins")
    func first() throws {
        let scene = try GeolocationScene(.android)
        scene.ready()
        #expect(scene.names == ["provider"])
        try scene.app.startNow()
        #expect(scene.names == ["provider", "enabled", "connected"])
    }

    @Test("warnings reach their listener: of a call before ready, and of the options")
    func warnings() throws {
        let (scene, received) = (try GeolocationScene(.ios), Heard())
        let subscription = scene.app.onWarning { received.add($0.option) }
        try scene.app.startNow()
        #expect(received.all == ["start"])
        try scene.app.ready { $0.app.heartbeatInterval = 30 }
        #expect(received.all.contains { $0.contains("heartbeatInterval") })
        withExtendedLifetime(subscription) {}
    }

    @Test("a subscription ends when it is removed, let go or kept no longer")
    func ends() throws {
        let (scene, received) = (try GeolocationScene(.ios), Heard())
        let app = scene.app
        var kept: Set<EventSubscription> = []
        var loose: EventSubscription? = app.onEnabledChange { _ in received.add("loose") }
        let removed = app.onEnabledChange { _ in received.add("removed") }
        app.onEnabledChange { _ in received.add("kept") }.store(in: &kept)
        _ = app.onEnabledChange { _ in received.add("never") }
        scene.ready()
        try app.startNow()
        #expect(received.all == ["loose", "removed", "kept"])
        removed.remove()
        removed.remove()
        withExtendedLifetime(loose) {}
        loose = nil
        app.stop()
        #expect(received.all == ["loose", "removed", "kept", "kept"])
        kept = []
        try app.startNow()
        #expect(received.all.count == 4)
        // The subscriptions of the scene.
        #expect(app.hub.count == 13)
        app.removeListeners()
        #expect(app.hub.count == 0)
    }

    @Test("a listener's request is performed after the event being emitted")
    func asksMeanwhile() throws {
        let (scene, received) = (try GeolocationScene(.ios), Heard())
        let app = scene.app
        let first = app.onEnabledChange { [weak app] event in
            received.add("first \(event.enabled)")
            if event.enabled { app?.stop() }
        }
        let second = app.onEnabledChange { received.add("second \($0.enabled)") }
        scene.ready()
        try app.startNow()
        #expect(received.all == ["first true", "second true", "first false", "second false"])
        #expect(!app.enabled)
        scene.run(to: 1)
        #expect(scene.simulator.withPhone { $0.watchedRegions.isEmpty })
        withExtendedLifetime([first, second]) {}
    }

    @Test("a sequence has the events from then on, and ends with the object", .timeLimit(.minutes(10)))
    func sequence() async throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        let (changes, everything) = (scene.app.enabledChanges, scene.app.events)
        try scene.app.startNow()
        scene.app.stop()
        weak let app = scene.app
        scene.crash()
        #expect(app == nil)
        var received: [Bool] = []
        for await change in changes { received.append(change.enabled) }
        #expect(received == [true, false])
        var names: [String] = []
        for await event in everything { names.append(event.name) }
        #expect(names == ["enabled", "connected", "disabled"])
    }

    @Test(
        "without the app Android's events go to the headless handler, where that is wanted",
        arguments: [true, false]
    )
    func headless(isWanted: Bool) throws {
        let scene = try GeolocationScene(.android) {
            $0.app.stopOnTerminate = false
            $0.app.startOnBoot = true
            $0.app.enableHeadless = isWanted
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 2)
        scene.act { $0.reboot() }
        scene.run(to: 30)
        let emitted = scene.names.count
        #expect(scene.headless.contains { $0.name == "moving" } == isWanted)
        #expect(!scene.names.contains("moving"))
        scene.act { $0.openApp() }
        scene.ready()
        // Events without a listener are delivered now; those that the handler received are not delivered twice.
        #expect(scene.names.dropFirst(emitted).contains("moving") == !isWanted)
    }

    @Test("power saving, connection and provider are emitted as they change")
    func changes() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        scene.act { $0.changePower { $0.isPowerSaving = true } }
        scene.run(to: 1)
        #expect(scene.app.isPowerSaveMode)
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 2)
        #expect(!scene.app.getProviderState().isEnabled)
        scene.act { $0.setPrecision(.reduced) }
        scene.run(to: 3)
        #expect(scene.app.authorization.providerState.accuracy == .reduced)
        #expect(scene.names == ["provider", "power saving on", "provider", "provider"])
    }
}
