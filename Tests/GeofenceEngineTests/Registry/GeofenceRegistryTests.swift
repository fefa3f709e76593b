import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("The geofence registry")
struct GeofenceRegistryTests {
    @Test("never holds more than its limit, and changes by differences", arguments: seeds(6))
    func limitAndDifferences(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let platform: Platform = seed.isMultiple(of: 2) ? .ios : .android
        var registry = GeofenceRegistry(platform: platform)
        for step in 0..<150 {
            let before = registry
            let size = Int.random(in: 0...(registry.limit + 5), using: &generator)
            let keys = try (0..<size).map { _ in try key(Int.random(in: 0..<300, using: &generator)) }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: _ = registry.reboot()
            case 1: _ = registry.appUpdate()
            case 2:
                let change = registry.restore()
                #expect(registry.registered == registry.saved)
                #expect(change.registered == registry.saved.filter { !before.registered.contains($0) })
            default:
                let wanted = Set(keys).sorted()
                guard wanted.count <= registry.limit else {
                    #expect(throws: RegistrationError.self) { try registry.apply(wanted: keys) }
                    #expect(registry == before)
                    continue
                }
                let change = try registry.apply(wanted: keys)
                #expect(registry.registered == wanted, "seed \(seed), step \(step)")
                #expect(change.registered == wanted.filter { !before.registered.contains($0) })
                let gone = before.registered.filter { !wanted.contains($0) }
                #expect(change.unregistered == .fences(gone))
            }
            #expect(registry.registered.count <= registry.limit, "seed \(seed), step \(step)")
            #expect(registry.saved.count <= registry.limit, "seed \(seed), step \(step)")
        }
    }

    @Test("more fences than the limit are refused, with the platform's code", arguments: Platform.allCases)
    func refusal(platform: Platform) throws {
        var registry = GeofenceRegistry(platform: platform)
        let keys = try (0..<registry.limit + 3).map(key)
        _ = try registry.apply(wanted: Array(keys.prefix(registry.limit)))
        let before = registry
        let error = #expect(throws: RegistrationError.self) { try registry.apply(wanted: keys) }
        #expect(error?.code == (platform == .ios ? .regionMonitoringFailure : .tooManyGeofences))
        #expect(error?.code.number == (platform == .ios ? 5 : 1001))
        #expect(registry == before)
    }

    @Test("a reboot empties Android and not iOS; what was saved comes back", arguments: Platform.allCases)
    func reboot(platform: Platform) throws {
        for lose in [{ (registry: inout GeofenceRegistry) in registry.reboot() }, { $0.appUpdate() }] {
            var registry = GeofenceRegistry(platform: platform)
            let keys = try (0..<12).map(key)
            _ = try registry.apply(wanted: keys)
            let loss = lose(&registry)
            #expect(loss == (platform == .android ? RegistryChange(unregistered: .all, registered: []) : .nothing))
            #expect(registry.saved == keys)
            #expect(registry.registered == (platform == .android ? [] : keys))
            let back = registry.restore()
            #expect(back.registered == (platform == .android ? keys : []))
            #expect(back.unregistered == .fences([]))
            #expect(registry.registered == keys)
        }
    }

    @Test(
        "a loss empties either platform and keeps what was saved; clearing forgets that too",
        arguments: Platform.allCases
    )
    func loseAndClear(platform: Platform) throws {
        var registry = GeofenceRegistry(platform: platform)
        let keys = (1...5).compactMap { FenceKey(exactly: $0) }
        _ = try registry.apply(wanted: keys)
        #expect(registry.lose().unregistered == .all)
        #expect(registry.lose().isEmpty)
        #expect(registry.registered.isEmpty)
        #expect(registry.restore().registered == keys)
        #expect(registry.clear().unregistered == .all)
        #expect(registry.restore().isEmpty)
        #expect(registry.saved.isEmpty)
    }

    @Test("a stored registry comes back as it was, and an impossible one is refused")
    func stored() throws {
        var registry = GeofenceRegistry(platform: .android, limit: 3)
        _ = try registry.apply(wanted: (0..<3).map(key))
        _ = registry.reboot()
        let copy = try GeofenceRegistry(
            platform: registry.platform,
            limit: registry.limit,
            registered: registry.registered,
            saved: registry.saved
        )
        #expect(copy == registry)
        #expect(throws: RegistrationError.self) {
            try GeofenceRegistry(platform: .ios, limit: 3, registered: [], saved: (0..<4).map(key))
        }
    }

    private func key(_ number: Int) throws -> FenceKey {
        try #require(FenceKey(exactly: number))
    }
}
