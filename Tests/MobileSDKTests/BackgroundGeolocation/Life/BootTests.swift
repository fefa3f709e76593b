import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("Tracking after the phone was rebooted")
struct BootTests {
    /// An app that tracks; the phone is rebooted at home in the tenth minute and launches the app some minutes later.
    private func rebooted(_ platform: Platform, startsOnBoot: Bool, stops: Bool) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform) {
            $0.app.startOnBoot = startsOnBoot
            $0.app.stopOnTerminate = stops
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 10)
        scene.act { $0.reboot() }
        return scene
    }

    @Test(
        "after a reboot iOS resumes by itself only with startOnBoot, however the app ended",
        arguments: [true, false],
        [true, false]
    )
    func boots(startsOnBoot: Bool, stops: Bool) throws {
        let scene = try rebooted(.ios, startsOnBoot: startsOnBoot, stops: stops)
        let stored = try scene.app.store.getCount()
        scene.run(to: 78)
        #expect(scene.simulator.withPhone(\.costs).launches.values.reduce(0, +) >= 1, "iOS launched the app")
        #expect(scene.app.state.didDeviceReboot)
        #expect(scene.app.enabled, "what was on is not given up")
        #expect((try scene.app.store.getCount() > stored + 5) == startsOnBoot)
    }

    @Test(
        "after a reboot an Android app that calls ready at each launch resumes only with startOnBoot",
        arguments: [true, false],
        [true, false]
    )
    func bootsWithReady(startsOnBoot: Bool, stops: Bool) throws {
        let scene = try rebooted(.android, startsOnBoot: startsOnBoot, stops: stops)
        scene.callsReadyAtEachLaunch = true
        let stored = try scene.app.store.getCount()
        scene.run(to: 78)
        #expect(scene.simulator.withPhone(\.costs).launches[.bootCompleted] == 1)
        #expect(scene.app.isReady)
        #expect(scene.app.enabled, "what was on is not given up")
        #expect((try scene.app.store.getCount() > stored + 5) == startsOnBoot)
        scene.act { $0.openApp() }
        scene.run(to: 120)
        #expect(try scene.app.store.getCount() > stored + 5, "the member opened the app")
    }

    @Test("after a reboot Android's service runs again once the phone is unlocked, and not before")
    func unlocks() throws {
        let scene = try GeolocationScene(.android) {
            $0.app.startOnBoot = true
            $0.http.autoSync = false
        } profile: {
            $0.firstUnlockSeconds = 1e6
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act {
            $0.leaveApp()
            $0.reboot()
        }
        scene.run(to: 15)
        #expect(scene.simulator.withPhone(\.costs).launches.isEmpty)
        #expect(!scene.simulator.system.isForegroundServiceRunning)
        let stored = try scene.app.store.getCount()
        scene.act { $0.unlock() }
        scene.run(to: 78)
        #expect(scene.simulator.withPhone(\.costs).launches[.bootCompleted] == 1)
        #expect(scene.simulator.system.isForegroundServiceRunning)
        #expect(try scene.app.store.getCount() > stored + 5)
    }

    @Test("tracking that sleeps since the boot sleeps in later processes too, until the member opens the app")
    func sleepsOn() throws {
        let scene = try rebooted(.ios, startsOnBoot: false, stops: false)
        let stored = try scene.app.store.getCount()
        scene.run(to: 30)
        scene.crash()
        scene.run(to: 78)
        #expect(scene.app.state.didDeviceReboot)
        #expect(try scene.app.store.getCount() == stored)
        scene.act { $0.openApp() }
        scene.run(to: 120)
        #expect(scene.app.enabled)
        #expect(try scene.app.store.getCount() > stored + 5)
        scene.crash()
        scene.act { $0.openApp() }
        scene.run(to: 121)
        #expect(!scene.app.state.didDeviceReboot, "the boot was dealt with")
    }

    @Test("didDeviceReboot is true in the process after a boot alone", arguments: Platform.allCases)
    func didReboot(platform: Platform) throws {
        let scene = try rebooted(platform, startsOnBoot: true, stops: false)
        #expect(!scene.app.state.didDeviceReboot)
        scene.run(to: 15)
        scene.act { $0.openApp() }
        scene.run(to: 16)
        #expect(scene.app.state.didDeviceReboot)
        scene.crash()
        scene.act { $0.openApp() }
        scene.run(to: 17)
        #expect(!scene.app.state.didDeviceReboot)
    }

    @Test("a boot that a force-stopped Android app is not notified of is detected when the member opens it")
    func forceStopped() throws {
        let scene = try GeolocationScene(.android) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startNow()
        try scene.app.geofences.addNow([try TrackingLifeTests.place])
        scene.run(to: 2)
        scene.act { $0.forceQuitApp() }
        scene.run(to: 3)
        scene.act { $0.reboot() }
        scene.run(to: 8)
        #expect(scene.watched.isEmpty)
        scene.act { $0.openApp() }
        scene.run(to: 9)
        #expect(scene.app.state.didDeviceReboot)
        #expect(scene.watched.contains("place"))
    }

    @Test("a clock correction of some seconds is not a boot, and a boot time survives storage")
    func bootTime() throws {
        let boot = BootTime(GeolocationScene.start)
        #expect(BootTime(boot.bytes) == boot)
        #expect(BootTime([1, 2, 3]) == nil)
        #expect(!boot.isBefore(bootAt: boot.time.advanced(bySeconds: 9)))
        #expect(!boot.isBefore(bootAt: boot.time.advanced(bySeconds: -3600)))
        #expect(boot.isBefore(bootAt: boot.time.advanced(bySeconds: 60)))
    }
}
