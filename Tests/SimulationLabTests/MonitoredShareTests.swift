import LongTests
import MobileSDK
import PhoneDoctor
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("More facilities than the phone can monitor")
struct MonitoredShareTests {
    private static let updates = LocationRequest(interval: .seconds(60))

    @Test(
        "are reported once with the numbers, on a drive past others and back",
        .long,
        arguments: Platform.allCases,
        Array<UInt64>(1...30)
    )
    func drive(platform: Platform, seed: UInt64) throws {
        for (requested, isInFront) in [(nil, true), (nil, false), (Self.updates, true), (Self.updates, false)] {
            let scene = try LabScene(
                platform,
                places: 130,
                seed: seed,
                options: MonitoringOptions(updates: requested),
                preferVisited: 5
            )
            try scene.facilities.beginMonitoring()
            scene.run(to: 1)
            let comment: Comment = "\(platform), seed \(seed), \(scene.shares)"
            let monitored = platform.geofenceLimit - (requested == nil ? 1 : 0)
            #expect(scene.shares.count == 1, comment)
            let name = platform == .ios ? "iOS" : "Android"
            let words =
                "130 facilities, \(monitored) of them are monitored: \(name) allows \(platform.geofenceLimit) regions an app"
            #expect(scene.shares.first?.hasPrefix(words) == true, comment)
            #expect(scene.shares.first?.contains("one is the app's own") == (requested == nil), comment)
            let first = scene.watched
            if !isInFront { scene.act { $0.leaveApp() } }
            scene.run(to: 100)
            #expect(scene.watched != first, comment)
            scene.run(to: 180)
            #expect(scene.shares.count == 1, comment)
            #expect(scene.troubles.isEmpty, comment)
            #expect(scene.errors.isEmpty, comment)
        }
    }

    @Test("are reported after Registered, with the system's code")
    func order() throws {
        for (platform, code) in [(Platform.ios, "region_monitoring_failure"), (.android, "too_many_geofences")] {
            let scene = try LabScene(platform, places: 130, options: MonitoringOptions())
            try scene.facilities.beginMonitoring()
            scene.run(to: 1)
            #expect(Array(scene.names.prefix(2)) == ["Registered", "Error"])
            guard case .error(code, _) = scene.events.dropFirst().first?.kind else {
                Issue.record("\(platform): \(scene.names)")
                continue
            }
        }
    }

    @Test("are reported again when the list changes, and not where all fit", arguments: Platform.allCases)
    func list(platform: Platform) throws {
        let scene = try LabScene(platform, places: 130, options: MonitoringOptions(updates: Self.updates))
        let limit = platform.geofenceLimit
        for number in 0..<limit {
            _ = try scene.store.members.addFacility(FacilityID("p\(number)"), to: scene.device.member)
        }
        try scene.facilities.beginMonitoring()
        scene.run(to: 2)
        #expect(scene.watched.count == limit)
        #expect(scene.shares.isEmpty)
        for more in 1...2 {
            try scene.facilities.add(FacilityID("p\(limit + more)"))
            scene.run(to: 2 + Double(more))
            #expect(scene.shares.count == more)
            #expect(scene.shares.last?.hasPrefix("\(limit + more) facilities, \(limit) of them are monitored") == true)
        }
        for more in 1...2 { try scene.facilities.remove(FacilityID("p\(limit + more)")) }
        scene.run(to: 6)
        // One more than fit is another number than two more; then all fit.
        #expect(scene.shares.count == 3)
        try scene.facilities.add(FacilityID("p\(limit + 1)"))
        scene.run(to: 7)
        #expect(scene.shares.count == 4)
        #expect(scene.errors.isEmpty)
    }

    @Test("are not reported again by a new process, and are by a new start", arguments: Platform.allCases)
    func newProcess(platform: Platform) throws {
        let scene = try LabScene(platform, places: 130, options: MonitoringOptions())
        try scene.facilities.beginMonitoring()
        scene.run(to: 5)
        #expect(scene.shares.count == 1)
        scene.act { $0.killApp() }
        scene.act { $0.openApp() }
        scene.run(to: 10)
        scene.act { $0.reboot() }
        scene.run(to: 20)
        scene.act { $0.openApp() }
        scene.run(to: 25)
        #expect(scene.shares.count == 1)
        try scene.facilities.endMonitoring()
        try scene.facilities.beginMonitoring()
        scene.run(to: 30)
        #expect(scene.shares.count == 2)
        #expect(scene.errors.isEmpty)
    }

    @Test("are reported with the smaller number where other code has some of iOS's regions")
    func otherCode() throws {
        let scene = try LabScene(.ios, places: 130, options: MonitoringOptions())
        scene.act { $0.setForeignRegions(6) }
        try scene.facilities.beginMonitoring()
        scene.run(to: 5)
        #expect(scene.shares.last?.hasPrefix("130 facilities, 13 of them are monitored") == true)
        #expect(scene.shares.last?.contains("others are reserved or in use") == true)
        let count = scene.shares.count
        scene.run(to: 100)
        #expect(scene.shares.count == count)
    }

    @Test("are no symptom of a phone", arguments: Platform.allCases)
    func doctor(platform: Platform) throws {
        let name = platform == .ios ? "healthy-ios" : "healthy-android"
        let record = try ScenarioCatalogTests.scenario(name).run()
        let errors = record.events.filter { if case .error = $0.kind { true } else { false } }
        #expect(errors.count == 1)
        #expect(Doctor.findings(in: CaseHistory(record)).isEmpty)
    }
}
