import RadarEngine
import PhoneOS
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Radar's tracking over restarts of the app and the phone")
struct RadarLifecycleTests {
    private static func scene(_ platform: Platform, _ preset: RadarPreset = .responsive) throws -> RadarScene {
        let scene = try RadarScene(platform)
        try scene.client.startTracking(trackingOptions: RadarTrackingOptions(preset: preset, on: platform))
        scene.client.userID = "ann"
        scene.run(to: 0.2)
        scene.leave()
        scene.run(to: 30)
        return scene
    }

    @Test(
        "an app that was ended is launched by its bubble and continues as the same member",
        arguments: Platform.allCases
    )
    func killed(platform: Platform) throws {
        let scene = try Self.scene(platform)
        let (first, install) = (ObjectIdentifier(scene.client), scene.client.installID)
        scene.act { $0.killApp() }
        scene.run(to: 75)
        #expect(ObjectIdentifier(scene.client) != first)
        #expect(scene.client.isTracking && scene.client.installID == install)
        let record = try #require(scene.server.records.first { $0.locationMs > RadarScene.minute(59).milliseconds })
        #expect(record["userId"] as? String == "ann")
        #expect(scene.sources(59...75).contains("GEOFENCE_EXIT"))
    }

    @Test("Android recreates the bubble after a restart of the phone and an update of the app, as for a moving device")
    func lost() throws {
        for isReboot in [true, false] {
            let scene = try Self.scene(.android)
            #expect(scene.watched == ["radar_stopped"])
            scene.act { if isReboot { $0.reboot() } else { $0.updateApp() } }
            #expect(scene.watched.isEmpty)
            scene.run(to: 33)
            let added = scene.notes.filter { $0.minute > 30 }.compactMap { note in
                if case .added(let ids) = note.note { ids.map(\.text) } else { nil }
            }
            #expect(added.first == ["radar_moving"])
            scene.run(to: 75)
            #expect(scene.sources(59...75).contains("GEOFENCE_EXIT"))
        }
    }

    @Test("iOS keeps the bubble over a restart and an update, and starts the app when it is left")
    func keptOnIOS() throws {
        for isReboot in [true, false] {
            let scene = try Self.scene(.ios)
            let bubble = scene.watched
            scene.act { if isReboot { $0.reboot() } else { $0.updateApp() } }
            scene.run(to: 50)
            #expect(scene.watched == bubble && bubble.count == 1)
            scene.run(to: 75)
            #expect(scene.sources(59...75).contains("GEOFENCE_EXIT"))
        }
    }

    @Test("iOS's visits start an ended app under the efficient preset")
    func visitsStart() throws {
        let scene = try Self.scene(.ios, .efficient)
        scene.act { $0.killApp() }
        scene.run(to: 140)
        #expect(scene.sources(31...140) == ["VISIT_DEPARTURE", "VISIT_ARRIVAL", "VISIT_DEPARTURE", "VISIT_ARRIVAL"])
    }

    @Test("a foreground service comes back when the app is opened again")
    func serviceReturns() throws {
        let scene = try Self.scene(.android, .continuous)
        #expect(scene.isForegroundServiceRunning)
        scene.act { $0.killApp() }
        scene.run(to: 31)
        #expect(!scene.isForegroundServiceRunning)
        scene.act { $0.openApp() }
        scene.run(to: 32)
        #expect(scene.isForegroundServiceRunning && scene.updates?.interval == .seconds(30))
    }

    @Test(
        "switching location off stops all and is reported; back on, all is requested again",
        arguments: Platform.allCases
    )
    func locationOff(platform: Platform) throws {
        let scene = try Self.scene(platform)
        scene.act { $0.setLocationServices(on: false) }
        scene.act { $0.openApp() }
        scene.run(to: 31)
        #expect(scene.messages.contains(.error(.errorLocation)))
        #expect(scene.updates == nil && scene.watched.isEmpty)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 32)
        #expect(scene.watched.count == 1)
    }

    @Test("without the permission nothing starts, and the app is notified")
    func refused() throws {
        let scene = try RadarScene(.ios)
        scene.act { $0.setPermission(.fineLocation, .denied) }
        scene.run(to: 0.1)
        try scene.client.startTracking(trackingOptions: .presetContinuous)
        #expect(!scene.client.isTracking && scene.messages.contains(.error(.errorPermissions)))
        #expect(scene.updates == nil)
    }

    @Test(
        "an unreadable state is reset and reported, and leaves no region behind",
        arguments: [StoredRadar.courseName, StoredRadar.userName, StoredRadar.recordsName],
        [[], Array("{".utf8), [0xFF, 0], Array("{\"a\":1}".utf8)]
    )
    func corrupt(name: String, bytes: [UInt8]) throws {
        let scene = try Self.scene(.ios)
        #expect(scene.watched.count == 1)
        scene.act { phone in
            phone.killApp()
            phone.store(bytes, as: name)
        }
        scene.run(to: 31)
        scene.act { $0.openApp() }
        scene.run(to: 32)
        #expect(
            scene.messages.contains {
                if case .log(let line) = $0 { line.message.contains("it is reset") } else { false }
            }
        )
        if name == StoredRadar.courseName {
            #expect(!scene.client.isTracking && scene.watched.isEmpty)
            try scene.client.startTracking(trackingOptions: .presetResponsive)
        }
        scene.run(to: 75)
        #expect(scene.client.isTracking && scene.sources(32...75).count > 1)
    }

    @Test("two things that wake it at its times: tracking starts and stops by itself", arguments: Platform.allCases)
    func times(platform: Platform) throws {
        let scene = try RadarScene(platform)
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.startTrackingAfter = RadarScene.minute(10)
        options.stopTrackingAfter = RadarScene.minute(20)
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 9.9)
        #expect(!scene.client.isTracking && scene.server.requests.isEmpty)
        scene.run(to: 15)
        #expect(scene.client.isTracking && !scene.server.requests.isEmpty)
        scene.run(to: 25)
        #expect(!scene.client.isTracking && scene.updates == nil)
        #expect(scene.minutes().allSatisfy { (10...20.1).contains($0) })
    }

    @Test("on Android the start time starts an ended app")
    func alarm() throws {
        let scene = try RadarScene(.android)
        var options = RadarTrackingOptions.presetContinuous(on: .android)
        options.startTrackingAfter = RadarScene.minute(30)
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 1)
        scene.leave()
        scene.act { $0.killApp() }
        scene.run(to: 60)
        #expect(scene.client.isTracking && scene.isForegroundServiceRunning)
        #expect(scene.minutes().count > 10)
    }

    @Test("as the vendor's SDK, only an update checks the times where that is configured")
    func vendorTimes() throws {
        let scene = try RadarScene(.ios, setup: { $0.wakesAtTimes = false })
        var options = RadarTrackingOptions.presetContinuous
        options.startTrackingAfter = RadarScene.minute(10)
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 15)
        #expect(!scene.client.isTracking)
        scene.leave()
        scene.run(to: 16)
        scene.act { $0.openApp() }
        scene.run(to: 17)
        #expect(scene.client.isTracking)
    }
}
