import GeofenceEngine
import Interchange
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Restarts and updates of a phone")
struct RestartTests {
    enum Event: String, CaseIterable, CustomTestStringConvertible {
        case reboot, appUpdate

        var testDescription: String { rawValue }

        func happen(
            to device: String,
            at time: Timestamp? = nil,
            in world: SmallWorld
        ) throws -> [GeofenceEvent] {
            let (pipeline, device) = (try world.pipeline(), try DeviceID(device))
            switch self {
            case .reboot: return try pipeline.reboot(device, at: time, observedAt: SmallWorld.now)
            case .appUpdate: return try pipeline.appUpdate(device, at: time, observedAt: SmallWorld.now)
            }
        }
    }

    @Test(
        "Android drops all fences in the middle of a visit, and the same ones are registered again at once",
        arguments: Event.allCases
    )
    func androidForgets(event: Event) throws {
        let world = try SmallWorld(places: 30, apart: 600)
        var journey = try Journey.visitOfFirstPlace("phone", .android)
        let rest = journey.cut(25.5...60)
        try world.ingest(journey.fixes)
        let phone = try DeviceID("phone")
        let before = try world.pipeline().registrations(of: phone)
        #expect(before.count == 30)
        let emitted = try event.happen(to: "phone", in: world)
        #expect(emitted.map(\.kind) == [.unregistered(nil), .registered(before)])
        #expect(emitted.allSatisfy { $0.location == nil && $0.occurredAt > SmallWorld.minute(25) })
        #expect(try world.pipeline().registrations(of: phone) == before)
        try world.ingest(rest)
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count == 1)
        #expect(visits.first?.enteredAt == SmallWorld.minute(10))
        #expect(visits.first?.exitedAt == SmallWorld.minute(40))
        let undisturbed = try SmallWorld(places: 30, apart: 600)
        try undisturbed.ingest(try Journey.visitOfFirstPlace("phone", .android).fixes)
        #expect(try world.facts() == undisturbed.facts())
        #expect(
            try world.events().filter { $0.kind.visit != nil } == undisturbed.events().filter { $0.kind.visit != nil }
        )
    }

    @Test("iOS loses nothing", arguments: Event.allCases)
    func iosLosesNothing(event: Event) throws {
        let world = try SmallWorld(places: 30, apart: 600)
        var journey = try Journey.visitOfFirstPlace("phone", .ios)
        let rest = journey.cut(25.5...60)
        try world.ingest(journey.fixes)
        let before = try world.pipeline().registrations(of: try DeviceID("phone"))
        #expect(before.count == 20)
        let events = try world.events()
        #expect(try event.happen(to: "phone", in: world).isEmpty)
        #expect(try world.events() == events)
        #expect(try world.pipeline().registrations(of: try DeviceID("phone")) == before)
        try world.ingest(rest)
        #expect(try world.visits(includesWithdrawn: true).map(\.exitedAt) == [SmallWorld.minute(40)])
    }

    @Test("late input from before the restart keeps the restart's events", arguments: Event.allCases)
    func lateInputKeepsTheRestart(event: Event) throws {
        let world = try SmallWorld(places: 30, apart: 600)
        var journey = try Journey.visitOfFirstPlace("phone", .android)
        let rest = journey.cut(25.5...60)
        let late = journey.cut(10...14)
        try world.ingest(journey.fixes)
        let emitted = try event.happen(to: "phone", at: SmallWorld.minute(25.5), in: world)
        #expect(emitted.count == 2)
        try world.ingest(rest)
        try world.ingest(late)
        let again = try world.events().filter { $0.occurredAt == SmallWorld.minute(25.5) }
        #expect(again == emitted)
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count == 1)
        #expect(visits.first?.enteredAt == SmallWorld.minute(10))
        #expect(try world.store.devices.all().first?.fixCount == 62)
    }

    @Test("a restart reported late is put in its place, and twice counts once", arguments: Event.allCases)
    func lateRestart(event: Event) throws {
        let world = try SmallWorld()
        try world.ingest(try Journey.visitOfFirstPlace("phone", .android).fixes)
        let visits = try world.visits()
        let emitted = try event.happen(to: "phone", at: SmallWorld.minute(25.5), in: world)
        #expect(emitted.map(\.kind.name) == ["Unregistered", "Registered"])
        #expect(try world.visits() == visits)
        let before = try world.dump()
        #expect(try event.happen(to: "phone", at: SmallWorld.minute(25.5), in: world) == emitted)
        #expect(try world.dump() == before)
    }

    @Test("a phone that never sent anything is unknown")
    func unknownDevice() throws {
        let world = try SmallWorld()
        let stranger = try DeviceID("stranger")
        let before = try world.dump()
        let calls: [(VisitPipeline) throws -> Void] = [
            { _ = try $0.registrations(of: stranger) },
            { _ = try $0.reboot(stranger, observedAt: SmallWorld.now) },
            { _ = try $0.appUpdate(stranger, observedAt: SmallWorld.now) },
        ]
        for call in calls {
            let error = #expect(throws: VisitPipelineError.self) { try call(try world.pipeline()) }
            #expect(error?.code == .unknownDevice)
        }
        #expect(try world.dump() == before)
    }
}
