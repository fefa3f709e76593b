import GeofenceEngine
import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

@Suite("The registered set at every instant")
struct RegisteredSetTests {
    @Test(
        "never over the limit, by differences only, and nothing that the member is inside of is taken out",
        arguments: [Platform.ios, .android],
        0..<UInt64(4)
    )
    func registeredSet(platform: Platform, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let world = try SmallWorld(places: 260, apart: 70)
        var fixes = try Journey.random("phone", platform, places: 260, apart: 70, hours: 14, using: &random)
        if seed % 2 == 1 { fixes.shuffle(using: &random) }
        try world.ingest(fixes, batchSize: 50)
        if platform == .android {
            _ = try world.pipeline().reboot(
                try DeviceID("phone"),
                at: SmallWorld.minute(.random(in: 60...600, using: &random)),
                observedAt: SmallWorld.now
            )
        }
        let limit = platform.geofenceLimit
        var registered: Set<FacilityID> = []
        var inside: Set<FacilityID> = []
        var (largest, changes) = (0, 0)
        for event in try world.events() {
            switch event.kind {
            case .registered(let added):
                #expect(registered.isDisjoint(with: added), "seed \(seed): registered again at \(event.occurredAt)")
                #expect(Set(added).count == added.count)
                registered.formUnion(added)
                changes += 1
            case .unregistered(let removed?):
                #expect(registered.isSuperset(of: removed), "seed \(seed): taken out twice at \(event.occurredAt)")
                #expect(inside.isDisjoint(with: removed), "seed \(seed): evicted from inside at \(event.occurredAt)")
                registered.subtract(removed)
            case .unregistered(nil):
                registered = []
            case .entered(let facility, _):
                inside.insert(facility)
            case .exited(let facility, _):
                inside.remove(facility)
            case .dwell, .heartbeat, .error:
                break
            }
            #expect(registered.count <= limit, "seed \(seed) at \(event.occurredAt)")
            largest = max(largest, registered.count)
        }
        #expect(largest == limit)
        #expect(changes > 10)
        #expect(try world.pipeline().registrations(of: try DeviceID("phone")) == registered.sorted())
        let errors = try world.events().filter { $0.kind.name == "Error" }
        #expect(errors.isEmpty)
    }

    @Test("two events of one restart come together, and the registered set before and after is the same")
    func restartRestoresTheSet() throws {
        let world = try SmallWorld(places: 120, apart: 70)
        try world.ingest(try Journey.visitOfFirstPlace("phone", .android).fixes)
        let phone = try DeviceID("phone")
        let before = try world.pipeline().registrations(of: phone)
        #expect(before.count == 100)
        let emitted = try world.pipeline().reboot(phone, observedAt: SmallWorld.now)
        #expect(emitted.map(\.kind) == [.unregistered(nil), .registered(before)])
    }
}
