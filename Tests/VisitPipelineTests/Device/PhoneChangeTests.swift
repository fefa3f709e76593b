import GeofenceEngine
import SeededRandom
import Testing
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("Changes of a phone's geofences")
struct PhoneChangeTests {
    /// A phone at the first of 30 places.
    private func phone(_ platform: Platform = .ios) throws -> (world: SmallWorld, live: LivePhone) {
        let world = try SmallWorld(places: 30)
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        return (world, LivePhone(device, pipeline: try world.pipeline()))
    }

    private func fix(_ minute: Double, east: Double = 0) throws -> DeviceInput {
        .fix(
            Fix(
                time: SmallWorld.minute(minute),
                coordinate: try SmallWorld.coordinate(east: east),
                horizontalAccuracy: 10
            )
        )
    }

    /// The events of the registrations and the phone, without those of the stay in progress.
    private func report(_ live: inout LivePhone, _ inputs: DeviceInput...) throws -> [GeofenceEvent.Kind] {
        try live.report(inputs, observedAt: SmallWorld.now).map(\.kind).filter { $0.visit == nil }
    }

    @Test(
        "a loss is reported with its cause, nothing is registered until it is restored, and then the same",
        arguments: Platform.allCases
    )
    func lostAndRestored(platform: Platform) throws {
        var (_, live) = try phone(platform)
        _ = try report(&live, fix(0))
        let before = try live.registered()
        let lost = try report(
            &live,
            .changed(.registrationsLost(code: "off", message: "location is off"), at: SmallWorld.minute(1))
        )
        #expect(lost == [.error(code: "off", message: "location is off"), .unregistered(nil)])
        #expect(try live.registered().isEmpty)
        #expect(try report(&live, fix(2), fix(3, east: 5000)).isEmpty)
        #expect(try live.registered().isEmpty)
        let restored = try report(&live, .changed(.registrationsRestored, at: SmallWorld.minute(4)))
        guard case .registered(let ids) = restored.first else {
            Issue.record("nothing came back: \(restored)")
            return
        }
        #expect(Set(ids) == Set(before))
        #expect(try live.registered().count == min(30, platform.geofenceLimit))
    }

    @Test("the farthest are released where slots are missing, and registered again after monitoring restarts")
    func slots() throws {
        var (_, live) = try phone()
        _ = try report(&live, fix(0))
        let emitted = try report(
            &live,
            .changed(.slotsMeasured(14, code: "5", message: "too many"), at: SmallWorld.minute(1))
        )
        let nearest = try (0..<14).map { try SmallWorld.placeID($0) }
        #expect(emitted.first == .error(code: "5", message: "too many"))
        #expect(emitted.last == .unregistered(try (14..<20).map { try SmallWorld.placeID($0) }))
        #expect(try live.registered() == nearest)
        _ = try report(&live, fix(5, east: 9600))
        #expect(try live.registered().count == 14)
        _ = try report(&live, .changed(.registrationsRestored, at: SmallWorld.minute(6)))
        #expect(try live.registered().count == 20)
    }

    @Test("after a stop no fix registers anything")
    func stopped() throws {
        var (_, live) = try phone(.android)
        _ = try report(&live, fix(0))
        #expect(try report(&live, .changed(.monitoringStopped, at: SmallWorld.minute(1))) == [.unregistered(nil)])
        #expect(try report(&live, fix(2), fix(9, east: 4000)).isEmpty)
        let again = try report(&live, .changed(.registrationsRestored, at: SmallWorld.minute(10)))
        #expect(again.map(\.name) == ["Registered"])
    }

    @Test("a visit continues over a loss and a stop")
    func visitGoesOn() throws {
        var (world, live) = try phone(.android)
        for minute in 0..<30 { _ = try report(&live, fix(Double(minute))) }
        _ = try report(&live, .changed(.registrationsLost(code: "off", message: ""), at: SmallWorld.minute(30)))
        _ = try report(&live, .changed(.registrationsRestored, at: SmallWorld.minute(31)))
        for minute in 31..<50 { _ = try report(&live, fix(Double(minute))) }
        for minute in 50..<60 { _ = try report(&live, fix(Double(minute), east: 3000)) }
        let visits = try world.visits()
        #expect(visits.count == 1)
        #expect(visits.first?.status == .closed)
    }

    @Test("a heartbeat is Android's", arguments: Platform.allCases)
    func heartbeat(platform: Platform) throws {
        var (_, live) = try phone(platform)
        let emitted = try report(&live, fix(0), .changed(.heartbeat, at: SmallWorld.minute(1)))
        #expect(emitted.map(\.name) == (platform == .android ? ["Registered", "Heartbeat"] : ["Registered"]))
    }

    @Test("a heartbeat is of its own moment, with where the phone was last, where that is known")
    func heartbeatLocation() throws {
        var (_, live) = try phone(.android)
        func beat(_ minute: Double) throws -> GeofenceEvent? {
            try live.report([.changed(.heartbeat, at: SmallWorld.minute(minute))], observedAt: SmallWorld.now)
                .first { $0.kind == .heartbeat }
        }
        #expect(try beat(0)?.location == nil)
        _ = try report(&live, fix(1))
        let emitted = try beat(16)
        #expect(emitted?.occurredAt == SmallWorld.minute(16))
        #expect(emitted?.location?.time == SmallWorld.minute(1))
        #expect(emitted?.location?.coordinate == (try SmallWorld.coordinate(east: 0)))
    }

    @Test("the fix that a heartbeat repeats is a repeat, whatever its battery level")
    func repeatedFix() throws {
        let (world, first) = try phone(.android)
        var live = first
        for minute in 0...5 { _ = try report(&live, fix(Double(minute))) }
        let before = try #require(world.store.devices.find(live.device.id)?.fixCount)
        for minute in 1...8 {
            let again = try fix(5).withFix { $0.battery = Double(minute) / 10 }
            _ = try report(&live, again, .changed(.heartbeat, at: SmallWorld.minute(5 + Double(minute) * 15)))
        }
        // Each heartbeat is stored.
        #expect(try world.store.devices.find(live.device.id)?.fixCount == before + 8)
    }

    @Test("a refusal is an Error event and changes nothing")
    func failed() throws {
        var (_, live) = try phone()
        _ = try report(&live, fix(0))
        let before = try live.registered()
        #expect(
            try report(&live, .changed(.failed(code: "x", message: "y"), at: SmallWorld.minute(1))) == [
                .error(code: "x", message: "y")
            ]
        )
        #expect(try live.registered() == before)
    }

    @Test(
        "late reports emit everything in the journal, repeated reports nothing",
        arguments: UInt64(1)...5
    )
    func late(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (world, live) = try phone(.android)
        var emitted: Set<EventID> = []
        let inputs = try (0..<40).map { try fix(Double($0), east: $0 < 20 ? 0 : 3000) }
        for input in inputs.shuffled(using: &random) {
            emitted.formUnion(try live.report([input], observedAt: SmallWorld.now).map(\.id))
        }
        #expect(emitted.isSuperset(of: try world.events("phone").map(\.id)), "seed \(seed)")
        #expect(try live.report(inputs.shuffled(using: &random), observedAt: SmallWorld.now).isEmpty, "seed \(seed)")
    }
}
