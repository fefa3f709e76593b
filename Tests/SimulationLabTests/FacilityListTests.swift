import MobileSDK
import PhoneOS
import PhoneSimulator
import SQLiteStorage
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("A member's places on a phone")
struct FacilityListTests {
    @Test("a list of their own is all that is watched; adding and removing changes it at once")
    func list() async throws {
        let scene = try LabScene(.ios)
        let (gym, other) = (try LabScene.gym(), try FacilityID("p3"))
        _ = try scene.store.members.addFacility(gym, to: scene.device.member)
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        #expect(scene.watched == ["gym"])
        #expect(try scene.facilities.get().map(\.id) == [gym])
        try scene.facilities.add(other)
        scene.run(to: 6)
        #expect(scene.watched == ["gym", "p3"])
        try scene.facilities.remove(gym)
        scene.run(to: 7)
        #expect(scene.watched == ["p3"])
        #expect(scene.events.contains { $0.kind == .unregistered([gym]) })
        #expect(scene.errors.isEmpty)
    }

    @Test(
        "a member without a list stays without one when a place is added, and can remove none",
        arguments: Platform.allCases
    )
    func wholeNetwork(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        let (watched, emitted) = (scene.watched, scene.events.count)
        let found = try #require(try scene.facilities.search(text: "gym").first)
        try scene.facilities.add(found.facility.id)
        #expect(try scene.facilities.get().count == 150)
        let unknown = #expect(throws: StorageError.self) { try scene.facilities.add(FacilityID("nowhere")) }
        #expect(unknown?.code == .unknownName)
        let refused = #expect(throws: StorageError.self) { try scene.facilities.remove(found.facility.id) }
        #expect(refused?.code == .conflict)
        #expect(try scene.facilities.get().count == 150)
        scene.run(to: 6)
        #expect(scene.watched == watched)
        #expect(scene.events.dropFirst(emitted).allSatisfy { $0.kind.name == "Heartbeat" })
        #expect(scene.errors.isEmpty)
    }

    @Test("places are found by their words, the nearest first")
    func search() throws {
        let scene = try LabScene(.android)
        #expect(try scene.facilities.search(text: "GYM").map(\.facility.id) == [LabScene.gym()])
        let near = try scene.facilities.search(text: "place", near: LabScene.place(east: 0), limit: 5)
        #expect(near.count == 5)
        let distances = near.compactMap(\.edgeMeters)
        #expect(distances == distances.sorted())
        #expect(try scene.facilities.search(text: "nowhere at all").isEmpty)
    }

    @Test("a card has the name, the address, the month's visits, the distance and the badge")
    func cards() async throws {
        let scene = try LabScene(.ios)
        try await scene.facilities.startMonitoring()
        scene.run(to: 180)
        let march = try Month(year: 2024, month: 3)
        let cards = try scene.facilities.cards(in: march, near: LabScene.place(east: 3000))
        let gym = try #require(cards.first)
        #expect(gym.name == "Gym")
        #expect(gym.visitCount == 1)
        #expect(gym.distanceMeters == 0)
        let distances = cards.compactMap(\.distanceMeters)
        #expect(distances.count == cards.count && distances == distances.sorted())
        #expect(cards.filter(\.isMonitored).count == scene.watched.count)
        #expect(try scene.facilities.cards(in: Month(year: 2024, month: 4)).allSatisfy { $0.visitCount == 0 })
        let activities = Activities(catalog: scene.store, member: scene.device.member)
        #expect(try activities.get(month: 3, year: 2024, facility: LabScene.gym()).count == 1)
        #expect(try activities.get(month: 3, year: 2024, facility: FacilityID("p1")).isEmpty)
    }

    @Test("the events come as a sequence too, and end with it")
    func sequence() async throws {
        let scene = try LabScene(.ios)
        let events = scene.facilities.events
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        var iterator = events.makeAsyncIterator()
        let first = try await iterator.next()?.get()
        #expect(first?.kind.name == "Registered")
    }

    @Test("notifications report entry, dwell and exit, in the document's words", arguments: Platform.allCases)
    func notifications(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        let shown = Shown()
        scene.simulator.run(until: LabScene.minute(180)) { occurrence in
            for case .showed(let notice) in occurrence.notes { shown.add(notice) }
        }
        #expect(
            shown.all == [
                Notice(title: "Visit Started", body: "You arrived at facility gym"),
                Notice(title: "Visit Confirmed", body: "Your visit has been recorded"),
                Notice(title: "Visit Ended", body: "You left facility gym"),
            ]
        )
    }

    @Test("without the permission for notifications none is shown, and the visit counts", arguments: Platform.allCases)
    func unnotified(platform: Platform) async throws {
        let scene = try LabScene(platform, grants: [.fineLocation, .backgroundLocation])
        try await scene.facilities.startMonitoring()
        let shown = Shown()
        scene.simulator.run(until: LabScene.minute(180)) { occurrence in
            for case .showed(let notice) in occurrence.notes { shown.add(notice) }
        }
        #expect(shown.all.isEmpty)
        #expect(try scene.visits().map(\.verdict) == [.counted])
        #expect(scene.errors.isEmpty)
    }

    private final class Shown {
        private(set) var all: [Notice] = []
        func add(_ notice: Notice) { all.append(notice) }
    }
}
