import SeededRandom
import TrackingTestSupport
import Foundation
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Invariants of geofences over random inputs")
struct GeofencePropertyTests {
    static let seeds = Array(UInt64(1)...15)

    /// The regions that a phone's system has after the requests so far.
    struct System {
        var regions: Set<String> = []

        mutating func receive(_ step: GeofencingStep, _ input: GeofenceWorld.Input, on platform: Platform) {
            switch input {
            case .reboot where platform == .android, .update where platform == .android,
                .services(false) where platform == .android:
                regions = []
            case .refuse(let ids, _): regions.subtract(ids)
            default: break
            }
            regions.subtract(step.removed)
            regions.formUnion(step.added.map(\.id))
        }
    }

    @Test(
        "never more is monitored than the limit, and the monitored set is what the phone has and what the app received",
        arguments: seeds
    )
    func limit(seed: UInt64) throws {
        var world = try GeofenceWorld(seed: seed)
        var phone = world.phone()
        var (system, emitted) = (System(), Set<String>())
        var most = 0
        for _ in 0..<400 {
            let (input, now) = try world.next(for: phone)
            let step = try phone.receive(input, at: now)
            system.receive(step, input, on: world.platform)
            let before = emitted
            emitted.subtract(step.change?.off ?? [])
            emitted.formUnion(step.change?.on.map(\.identifier) ?? [])
            // A change with both lists empty removed every fence.
            if step.change == GeofencesChange() { emitted = [] }
            if let change = step.change, case .rules = input {
                #expect(before.isDisjoint(with: change.on.map(\.identifier)), "seed \(seed)")
                #expect(before.isSuperset(of: change.off), "seed \(seed)")
            }
            let active = phone.active
            most = max(most, active.count)
            #expect(active.count <= phone.slots, "seed \(seed)")
            #expect(Set(active) == emitted, "seed \(seed), \(input)")
            #expect(Set(step.added.map(\.id)).count == step.added.count, "seed \(seed)")
            guard phone.isAvailable else {
                if phone.platform == .android { #expect(step.added == [], "seed \(seed)") }
                continue
            }
            let refused = phone.unwatched.filter { $0.value == .unavailable }.keys
            var wanted = Set(active)
            wanted.subtract(refused)
            var regions = Set(FenceGround.regions(Array(wanted), on: phone.platform))
            if let helper = phone.helper { regions.insert(helper.id) }
            #expect(system.regions == regions, "seed \(seed), \(input)")
            #expect(system.regions.count <= phone.profile.regionLimit, "seed \(seed)")
        }
        #expect(most >= 2, "seed \(seed) watched nothing")
    }

    @Test(
        "entries and exits of a fence alternate, and a stay has one dwell at most, not after its exit",
        arguments: seeds
    )
    func alternation(seed: UInt64) throws {
        var world = try GeofenceWorld(seed: seed)
        var phone = world.phone()
        var stays: [String: Int] = [:]
        var count = 0
        for _ in 0..<400 {
            let (input, now) = try world.next(for: phone)
            if case .add(let fences) = input {
                for fence in fences { stays[fence.identifier] = nil }
            }
            if case .remove(let names) = input {
                for name in names ?? Array(stays.keys) { stays[name] = nil }
            }
            for occurrence in try phone.receive(input, at: now).occurrences {
                let name = occurrence.crossing.identifier
                count += 1
                switch occurrence.crossing.action {
                case .enter:
                    #expect(stays[name] == nil, "seed \(seed), \(name) was entered twice")
                    stays[name] = 0
                case .dwell:
                    #expect(stays[name] == 0, "seed \(seed), \(name) dwelt twice, or outside")
                    stays[name] = 1
                case .exit:
                    #expect(stays[name] != nil, "seed \(seed), \(name) was left twice")
                    stays[name] = nil
                }
                #expect(occurrence.geofence.entryState == (stays[name] == nil ? .outside : .inside), "seed \(seed)")
            }
            for record in phone.stored.all {
                #expect((record.entryState == .inside) == (stays[record.identifier] != nil), "seed \(seed)")
            }
        }
        #expect(count > 20, "seed \(seed) emitted next to nothing")
    }

    @Test(
        "the same inputs give the same answers, with and without being stored and loaded in between",
        .long,
        arguments: seeds
    )
    func storage(seed: UInt64) throws {
        var world = try GeofenceWorld(seed: seed)
        var phone = world.phone()
        var (twin, stored) = (phone, phone)
        for _ in 0..<200 {
            let (input, now) = try world.next(for: phone)
            let step = try phone.receive(input, at: now)
            #expect(try twin.receive(input, at: now) == step, "seed \(seed), \(input)")
            #expect(try stored.receive(input, at: now) == step, "seed \(seed), \(input)")
            if case .save = input {
                stored = try FenceGround.reborn(stored)
                #expect(stored == phone, "seed \(seed)")
            }
        }
    }

    @Test(
        "the nearest fences within the radius are monitored, beside those that the phone is in",
        .long,
        arguments: seeds
    )
    func nearest(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let anchor = try [(40.0, -75.0), (0, 179.99), (-89.99, 10), (71, -179.99)].map {
            try Coordinate(latitude: $0, longitude: $1)
        }[Int(seed % 4)]
        func place(_ meters: Double) throws -> Coordinate {
            let north = Double.random(in: -meters...meters, using: &random) / 111_035
            let east = Double.random(in: -meters...meters, using: &random) / 111_035
            var longitude = anchor.longitude + east
            if longitude > 180 { longitude -= 360 }
            if longitude < -180 { longitude += 360 }
            return try Coordinate(latitude: max(-90, anchor.latitude + north), longitude: longitude)
        }
        var config = GeolocationConfig(platform: .android)
        config.maxMonitoredGeofences = Int.random(in: 1...60, using: &random)
        config.geofenceProximityRadius = [nil, 700, 3000, 1e7].randomElement(using: &random) ?? nil
        var profile = GeofencingProfile(platform: .android)
        profile.usesPathEvidence = false
        let rules = GeofencingRules(config, platform: .android)
        var phone = MonitoredGeofences(platform: .android, rules: rules, profile: profile)
        let fences = try (0..<400).map { index in
            // A fence as wide as this, once entered, is not left by the fixes below.
            try TrackedGeofence(identifier: "f\(index)", center: try place(6000), radius: try Radius(meters: 90_000))
        }
        _ = phone.add(Array(fences.prefix(200)), at: FenceGround.start)
        for fence in fences.dropFirst(200) { _ = phone.add([fence], at: FenceGround.start) }
        _ = phone.remove((0..<20).map { "f\($0 * 7)" }, at: FenceGround.start)
        _ = phone.start(.withLocations, at: FenceGround.start)
        var held: Set<String> = []
        for minute in 1...25 {
            let now = FenceGround.time(Double(minute) * 60)
            let accuracy = Double.random(in: 3...900, using: &random)
            let fix = Fix(time: now, coordinate: try place(5000), horizontalAccuracy: accuracy)
            _ = phone.changeMotion(isMoving: true, fix: fix, at: now)
            let distances = Dictionary(
                uniqueKeysWithValues: phone.stored.all.map {
                    ($0.identifier, $0.center.distance(to: fix.coordinate))
                }
            )
            func ranked(_ names: some Sequence<String>) -> [String] {
                names.sorted { (distances[$0] ?? 0, $0) < (distances[$1] ?? 0, $1) }
            }
            let kept = ranked(held).prefix(phone.slots)
            let reach = rules.radiusMeters + accuracy
            let near = ranked(distances.filter { $0.value <= reach && !kept.contains($0.key) }.keys)
            #expect(
                Set(phone.active) == Set(kept + near.prefix(phone.slots - kept.count)),
                "seed \(seed) minute \(minute)"
            )
            if minute % 6 == 0, let name = phone.active.randomElement(using: &random) {
                _ = phone.process(.enter, of: [name], at: now)
                held.insert(name)
            }
        }
    }
}
