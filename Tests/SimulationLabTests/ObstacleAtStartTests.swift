import LongTests
import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Monitoring that starts while a setting prevents it")
struct ObstacleAtStartTests {
    private static let updates = LocationRequest(interval: .seconds(60))

    @Test(
        "with location services off gives an Error, and begins by itself when they are on",
        .long,
        arguments: Platform.allCases,
        Array<UInt64>(1...30)
    )
    func locationOff(platform: Platform, seed: UInt64) throws {
        for (requested, isInFront) in [(nil, true), (nil, false), (Self.updates, true), (Self.updates, false)] {
            let scene = try LabScene(platform, seed: seed, options: MonitoringOptions(updates: requested))
            let comment: Comment =
                "\(platform), seed \(seed), \(requested == nil ? "geofences" : "updates"), in front: \(isInFront)"
            scene.act { $0.setLocationServices(on: false) }
            try scene.facilities.beginMonitoring()
            #expect(scene.facilities.isMonitoringActive(), comment)
            scene.run(to: 1)
            if !isInFront { scene.act { $0.leaveApp() } }
            scene.run(to: 5)
            let code = platform == .ios ? "location_denied" : "geofence_not_available"
            #expect(scene.troubles.map(\.code) == [code], comment)
            #expect(scene.troubles.first?.message.contains("location services are off") == true, comment)
            #expect(scene.watched.isEmpty, comment)
            scene.act { $0.setLocationServices(on: true) }
            // In the background iOS wakes the app with the next fetch, a quarter of an hour later at the latest.
            scene.run(to: isInFront || platform == .android ? 6 : 21)
            #expect(scene.watched.count == platform.geofenceLimit, comment)
            #expect(scene.watched.subtracting(["footfall.movement"]) == (try scene.registered()), comment)
            scene.run(to: 180)
            #expect(scene.troubles.count == 1, comment)
            #expect(scene.errors.isEmpty, comment)
            // In front without updates there are no fetches, and in the background Android delivers few updates.
            guard (requested == nil) != isInFront else { continue }
            #expect(try scene.visits().map(\.facility) == [try LabScene.gym()], comment)
        }
    }

    @Test("a new process does not report it again, and begins when it is over", arguments: Platform.allCases)
    func newProcess(platform: Platform) throws {
        let scene = try LabScene(platform, options: MonitoringOptions())
        scene.act { $0.setLocationServices(on: false) }
        try scene.facilities.beginMonitoring()
        scene.run(to: 5)
        scene.act { $0.killApp() }
        scene.act { $0.openApp() }
        scene.run(to: 10)
        #expect(scene.troubles.count == 1)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 11)
        #expect(scene.watched.count == platform.geofenceLimit)
    }

    @Test("with the approximate location alone it gives an Error too, and begins with the precise one")
    func approximate() throws {
        for platform in Platform.allCases {
            let scene = try LabScene(platform, options: MonitoringOptions())
            scene.act { $0.setPrecision(.reduced) }
            try scene.facilities.beginMonitoring()
            scene.run(to: 5)
            #expect(!scene.troubles.isEmpty, "\(platform)")
            scene.act { $0.setPrecision(.full) }
            scene.run(to: 6)
            #expect(scene.watched.count == platform.geofenceLimit, "\(platform)")
            #expect(scene.emittedRegistered == scene.watched.subtracting(["footfall.movement"]), "\(platform)")
        }
    }

    @Test("an iOS app without the background mode gets an Error that names it, and monitors")
    func backgroundMode() throws {
        let scene = try LabScene(.ios, options: MonitoringOptions())
        scene.act { $0.setManifest(AppManifest(usageDescriptions: [], backgroundModes: ["fetch"])) }
        try scene.facilities.beginMonitoring()
        scene.run(to: 1)
        #expect(scene.troubles.map(\.code) == ["manifest_incomplete"])
        #expect(scene.troubles.first?.message.contains("Background Modes > Location Updates") == true)
        #expect(scene.watched.count == 20)
        let android = try LabScene(.android, options: MonitoringOptions())
        android.act { $0.setManifest(AppManifest(usageDescriptions: [], backgroundModes: [])) }
        try android.facilities.beginMonitoring()
        android.run(to: 1)
        #expect(android.troubles.isEmpty)
    }
}
