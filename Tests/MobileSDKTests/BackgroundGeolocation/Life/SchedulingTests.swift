import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("Tracking by a schedule on a phone")
struct SchedulingTests {
    /// A scene that tracks from ten to forty minutes after its start.
    private func scene(_ platform: Platform, isExact: Bool = true) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform) {
            $0.app.schedule = ["1-7 06:10-06:40"]
            $0.app.scheduleUseAlarmManager = isExact
            $0.app.stopOnTerminate = false
        }
        scene.ready()
        scene.app.startSchedule()
        return scene
    }

    @Test("Android begins and ends on the minute, or some minutes late", arguments: [true, false])
    func android(isExact: Bool) throws {
        let scene = try scene(.android, isExact: isExact)
        #expect(!scene.app.enabled)
        #expect(scene.app.state.schedulerEnabled)
        scene.run(to: 90)
        let (on, off) = (scene.minutes(of: "schedule on"), scene.minutes(of: "schedule off"))
        #expect(on.count == 1 && off.count == 1)
        #expect(on.allSatisfy { isExact ? $0 == 10 : (10..<40).contains($0) })
        #expect(off.allSatisfy { isExact ? $0 == 40 : (40..<90).contains($0) })
        #expect(!scene.app.enabled)
    }

    @Test("an alarm starts Android's app, also after a restart of the phone", arguments: [true, false])
    func startsApp(reboots: Bool) throws {
        let scene = try GeolocationScene(.android) {
            $0.app.schedule = ["1-7 06:15-06:40"]
            $0.app.scheduleUseAlarmManager = true
            $0.app.stopOnTerminate = false
            $0.app.startOnBoot = true
        }
        scene.ready()
        scene.app.startSchedule()
        scene.run(to: 1)
        if reboots {
            scene.act { $0.reboot() }
            scene.run(to: 5)
        }
        scene.crash()
        scene.run(to: 14)
        #expect(scene.server.requests.isEmpty)
        scene.run(to: 30)
        #expect(scene.app.enabled)
        #expect(scene.server.names.count > 20)
        // There was no listener: the event is delivered when there is one.
        #expect(!scene.names.contains("schedule on"))
        scene.act { $0.openApp() }
        scene.ready()
        #expect(scene.names.contains("schedule on"))
    }

    @Test("iOS looks when something wakes the app")
    func ios() throws {
        let scene = try scene(.ios)
        scene.run(to: 12)
        #expect(!scene.app.enabled)
        scene.act { $0.leaveApp() }
        scene.run(to: 13)
        #expect(scene.app.enabled)
        scene.run(to: 90)
        #expect(!scene.app.enabled)
        #expect(scene.minutes(of: "schedule off").allSatisfy { $0 >= 40 })
    }

    @Test("stopSchedule leaves on what is on, and an unreadable entry is reported")
    func stops() throws {
        let scene = try scene(.android)
        scene.run(to: 11)
        scene.app.stopSchedule()
        #expect(scene.app.enabled)
        scene.run(to: 60)
        #expect(scene.app.enabled)
        let events = scene.app.events
        scene.app.setConfig { $0.app.schedule = ["whenever"] }
        scene.app.startSchedule()
        #expect(!scene.app.state.schedulerEnabled)
        withExtendedLifetime(events) {}
    }
}
