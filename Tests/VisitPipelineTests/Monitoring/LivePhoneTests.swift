import GeofenceEngine
import Interchange
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("A phone with live monitoring reports")
struct LivePhoneTests {
    private static let tables: Set<String> = ["visit", "event", "stay", "fix_chunk", "device_state"]

    /// A phone's reports with their observation times: fixes of a journey, changes between them, and some late ones.
    private static func reports(
        _ platform: Platform,
        using random: inout SeededGenerator
    ) throws -> [(input: DeviceInput, observedAt: Timestamp)] {
        var reports: [(input: DeviceInput, observedAt: Timestamp)] = []
        for fix in try Journey.random("phone", member: "ann", platform, hours: 20, using: &random).map(\.fix) {
            let observedAt = fix.time.advanced(bySeconds: Double(random.next() % 90))
            reports.append((.fix(fix), observedAt))
            if random.next().isMultiple(of: 15), let key = FenceKey(exactly: Int(1 + random.next() % 3)),
                let action = FenceAction.allCases.randomElement(using: &random)
            {
                reports.insert((.reported(action, key, fix), observedAt), at: reports.count - Int(random.next() % 2))
            }
            guard random.next().isMultiple(of: 12) else { continue }
            let time = fix.time.advanced(bySeconds: 1)
            switch random.next() % 5 {
            case 4: reports.append((.passed(at: time), time))
            case 0: reports.append((.rebooted(at: time), time))
            case 1: reports.append((.appUpdated(at: time), time))
            case 2: reports.append((.changed(.random(using: &random), at: time), time))
            default:
                // A repeated fix, and a late one.
                reports.append((.fix(fix), time))
                var late = fix
                late.time = fix.time.advanced(bySeconds: -Double(random.next() % 3000))
                reports.append((.fix(late), time))
            }
        }
        return reports
    }

    @Test(
        "emits and stores the same, however many reports are queued for writing",
        .long,
        arguments: 0..<UInt64(3),
        Platform.allCases
    )
    func groups(seed: UInt64, platform: Platform) throws {
        var random = SeededGenerator(seed: seed)
        let reports = try Self.reports(platform, using: &random)
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        var expected: (emitted: [GeofenceEvent], stored: [String], registered: [[FacilityID]])?
        for groupSize in [1, 3, 200] {
            let world = try SmallWorld(places: 30, apart: 400)
            var live = LivePhone(device, pipeline: try world.pipeline(), groupSize: groupSize)
            var emitted: [GeofenceEvent] = []
            var registered: [[FacilityID]] = []
            for report in reports {
                emitted += try live.report([report.input], observedAt: report.observedAt)
                registered.append(try live.registered())
            }
            try live.flush()
            let stored = try world.dump(of: Self.tables)
            if let expected {
                let comment: Comment = "seed \(seed), \(platform), groups of \(groupSize)"
                expectSame(emitted.map { "\($0)" }, expected.emitted.map { "\($0)" }, comment)
                expectSame(stored, expected.stored, comment)
                #expect(registered == expected.registered, comment)
            } else {
                expected = (emitted, stored, registered)
            }
        }
        #expect(expected?.emitted.contains { $0.kind.visit != nil } == true, "seed \(seed)")
    }

    @Test(
        "emitted registrations match the registered geofences, also after late fixes",
        arguments: 0..<UInt64(3),
        Platform.allCases
    )
    func toldRegistrations(seed: UInt64, platform: Platform) throws {
        var random = SeededGenerator(seed: seed)
        let reports = try Self.reports(platform, using: &random)
        let world = try SmallWorld(places: 130, apart: 400)
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        var live = LivePhone(device, pipeline: try world.pipeline(), groupSize: 20)
        var emitted: Set<FacilityID> = []
        for (index, report) in reports.enumerated() {
            for event in try live.report([report.input], observedAt: report.observedAt) {
                switch event.kind {
                case .registered(let ids): emitted.formUnion(ids)
                case .unregistered(let ids?): emitted.subtract(ids)
                case .unregistered(nil): emitted = []
                default: break
                }
            }
            #expect(try emitted == Set(live.registered()), "seed \(seed), report \(index)")
        }
    }

    @Test("is restored as it was written, and not as it was left")
    func takenUp() throws {
        let world = try SmallWorld(places: 30, apart: 400)
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        var live = LivePhone(device, pipeline: try world.pipeline(), groupSize: 50)
        let fix = Fix(
            time: SmallWorld.minute(0),
            coordinate: try SmallWorld.coordinate(east: 3000),
            horizontalAccuracy: 10
        )
        #expect(try live.report([.fix(fix)], observedAt: SmallWorld.minute(0)).map(\.kind.name) == ["Registered"])
        #expect(try live.registered().count == 20)
        var other = LivePhone(device, pipeline: try world.pipeline())
        #expect(try other.registered().isEmpty)
        try live.flush()
        other = LivePhone(device, pipeline: try world.pipeline())
        #expect(try other.registered() == live.registered())
    }
}
