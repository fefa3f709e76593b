import MobileSDKCore
import PhoneOS
import Synchronization
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import MobileSDK
@testable import PhoneSimulator
@testable import SimulationLab

@Suite("Refusals of a phone, and the app's list of regions")
struct RefusalTests {
    private func expectTruth(_ scene: LabScene, _ note: String) throws {
        let watched = scene.watched.subtracting(["footfall.movement"])
        #expect(try scene.registered() == watched, "\(note): the store")
        #expect(scene.emittedRegistered == watched, "\(note): the events")
        #expect(scene.errors.isEmpty, "\(note)")
    }

    private func errors(_ scene: LabScene) -> Int { scene.troubles.count }

    @Test(
        "regions of other code are reported at most twice, whatever launches follow",
        .long,
        arguments: [1, 3, 6, 8, 14]
    )
    func otherCode(foreign: Int) throws {
        for updates in [nil, LocationRequest(interval: .seconds(60))] {
            let scene = try LabScene(.ios, options: MonitoringOptions(updates: updates)) {
                $0.ios = IOSRegionProfile(foreignRegions: foreign)
            }
            try scene.facilities.beginMonitoring()
            scene.run(to: 20)
            #expect(scene.watched.count == 20 - foreign, "\(foreign)")
            try expectTruth(scene, "\(foreign) foreign")
            // One for the places, and one for the movement trigger.
            #expect(errors(scene) <= 2, "\(foreign) foreign: \(scene.names)")
            let before = scene.names.count
            scene.act { $0.killApp() }
            scene.run(to: 120)
            #expect(errors(scene) <= 2, "\(foreign) foreign, later: \(scene.names.dropFirst(before))")
            try expectTruth(scene, "\(foreign) foreign, later")
        }
    }

    @Test(
        "all the slots that Android has are used, however many are asked for in one call",
        .long,
        arguments: [33, 70, 90, 95]
    )
    func androidSlots(slots: Int) throws {
        for size in [1, 20, 25, 30, 100] {
            let options = MonitoringOptions(updates: LocationRequest(interval: .seconds(60)), regionsPerCall: size)
            let scene = try LabScene(.android, options: options) { $0.android.slots = slots }
            try scene.facilities.beginMonitoring()
            scene.run(to: 3)
            #expect(scene.watched.count == slots, "\(slots) slots, \(size) a call")
            try expectTruth(scene, "\(slots) slots, \(size) a call")
        }
    }

    @Test("a region refused for coming too fast is requested again, and reported once")
    func tooFast() throws {
        let scene = try LabScene(.android) { $0.android.additionsPerMinute = 2 }
        try scene.facilities.beginMonitoring()
        scene.run(to: 10)
        #expect(scene.watched.count == 100)
        try expectTruth(scene, "at last")
        #expect(errors(scene) == 1)
    }

    @Test("a name that is too long for Android is watched under a shorter one")
    func longName() throws {
        let long = try FacilityID(String(repeating: "Fitness Center ", count: 9) + "7")
        let place = Facility(
            id: long,
            name: "Far",
            geofence: .circle(center: try LabScene.place(east: 3000, north: 900), radius: .standard)
        )
        let scene = try LabScene(.android, places: 20, farPlaces: [place])
        try scene.facilities.beginMonitoring()
        scene.run(to: 3)
        #expect(scene.watched.count == 21)
        #expect(try scene.registered().contains(long.text))
        #expect(scene.emittedRegistered.contains(long.text))
        #expect(scene.watched.allSatisfy { $0.utf16.count <= 100 })
        let cards = try scene.facilities.cards(in: try Month(year: 2024, month: 3))
        #expect(!cards.contains { !$0.isMonitored })
        #expect(errors(scene) == 0)
    }

    @Test("a region that iOS refuses because it was just removed is requested again")
    func addedAgain() throws {
        let scene = try LabScene(.ios) { $0.ios = IOSRegionProfile(failsReAddWithinSeconds: 5) }
        let gym = try LabScene.gym()
        let other = try FacilityID("p3")
        _ = try scene.store.members.addFacility(gym, to: scene.device.member)
        _ = try scene.store.members.addFacility(other, to: scene.device.member)
        try scene.facilities.beginMonitoring()
        scene.run(to: 3)
        try scene.facilities.remove(gym)
        scene.run(to: 3.02)
        try scene.facilities.add(gym)
        scene.run(to: 10)
        #expect(scene.watched == ["gym", "p3"])
        try expectTruth(scene, "again")
    }

    @Test("of two reports of one moment the later one counts", arguments: Platform.allCases)
    func oneMoment(platform: Platform) throws {
        let scene = try LabScene(platform)
        try scene.facilities.beginMonitoring()
        scene.run(to: 3)
        try scene.facilities.endMonitoring()
        try scene.facilities.beginMonitoring()
        scene.run(to: 5)
        #expect(scene.watched.count == platform.geofenceLimit)
        try expectTruth(scene, "stopped and begun")
        for facility in ["p3", "p4", "p5"] {
            try scene.store.members.addFacility(FacilityID(facility), to: scene.device.member)
        }
        try scene.facilities.add(FacilityID("p6"))
        try scene.facilities.add(FacilityID("p7"))
        try scene.facilities.remove(FacilityID("p3"))
        #expect(scene.watched == ["p4", "p5", "p6", "p7"])
        try expectTruth(scene, "list")
    }

    @Test("an obstacle when monitoring begins leaves nothing in the list")
    func obstacles() throws {
        let table: [(name: String, hinder: (inout SimulatedPhone) -> Void)] = [
            ("location", { $0.setLocationServices(on: false) }),
            ("background", { $0.setPermission(.backgroundLocation, .denied) }),
            ("services", { $0.setPlayServices(.missing) }),
        ]
        for row in table {
            let scene = try LabScene(.android)
            try scene.facilities.beginMonitoring()
            scene.run(to: 3)
            scene.act { row.hinder(&$0) }
            scene.act { $0.killApp() }
            scene.act { $0.openApp() }
            scene.run(to: 4)
            #expect(scene.watched.isEmpty, "\(row.name)")
            try expectTruth(scene, row.name)
        }
        let scene = try LabScene(.android)
        scene.act { $0.setLocationServices(on: false) }
        try scene.facilities.beginMonitoring()
        scene.run(to: 1)
        try scene.facilities.beginMonitoring()
        scene.run(to: 2)
        #expect(scene.watched.isEmpty)
        try expectTruth(scene, "begun twice")
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 5)
        #expect(scene.watched.count == 100)
        try expectTruth(scene, "location on")
    }

    @Test("a place is monitored when its Registered arrives; a listener's requests are emitted after it")
    func toldAfterwards() throws {
        let scene = try LabScene(.android, places: 20)
        let facilities = scene.facilities
        let seen = Mutex<[Int]>([])
        let emitted = Mutex<[String]>([])
        let subscription = facilities.subscribeToEvents(onEvent: { event in
            emitted.withLock { $0.append(event.kind.name) }
            guard case .registered(let ids) = event.kind else { return }
            seen.withLock { $0.append(scene.watched.count) }
            if ids.count == 20 {
                facilities.report(.failed(PhoneError(.invalidRequest, "asked")), at: LabScene.minute(1))
            }
        })
        defer { subscription.close() }
        try facilities.beginMonitoring()
        scene.run(to: 2)
        #expect(seen.withLock { $0 } == [20])
        #expect(emitted.withLock { $0 } == ["Registered", "Error"])
    }

    @Test("a facility that has moved is monitored in its new place", arguments: Platform.allCases)
    func moved(platform: Platform) throws {
        let scene = try LabScene(platform, places: 10, options: MonitoringOptions())
        try scene.facilities.beginMonitoring()
        scene.run(to: 3)
        let place = try LabScene.place(east: 0, north: 3000)
        _ = try scene.store.facilities.importRows(replace: false, effectiveFrom: LabScene.minute(3)) { importer in
            _ = try importer.upsert(
                Facility(id: try LabScene.gym(), name: "Gym", geofence: .circle(center: place, radius: .standard))
            )
        }
        scene.act { $0.killApp() }
        scene.act { $0.openApp() }
        scene.run(to: 5)
        let shapes = scene.simulator.withPhone { phone in
            (phone.ios.watched.map(\.request) + phone.android.fences.map(\.request))
                .filter { $0.id.text == "gym" }.map(\.shape)
        }
        #expect(shapes == [.circle(center: place, radiusMeters: Radius.standard.meters)])
        try expectTruth(scene, "moved")
    }
}
