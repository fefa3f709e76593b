import GeofenceEngine
import LongTests
import Testing
import VisitModel

@Suite("The proximity selector")
struct ProximitySelectorTests {
    @Test("with its memory selects what it would select without", .long, arguments: seeds(15))
    func memoryChangesNothing(seed: UInt64) throws {
        var walk = try RandomWalk(seed: seed)
        var selector = ProximitySelector(rules: walk.rules, facilities: walk.facilities)
        var search = FenceSearch()
        var current: Selection?
        for step in 0..<150 {
            try walk.advance(current)
            let point = EarthPoint(walk.place)
            selector.pinned = walk.pinned
            selector.visits = walk.visits
            selector.facilities = walk.facilities
            if let change = selector.select(at: walk.place, point, in: walk.catalog, using: &search) {
                #expect(change != current, "seed \(seed), step \(step): a change that is none")
                current = change
            }
            let expected = walk.selectionByScan()
            #expect(current == expected, "seed \(seed), step \(step) at \(walk.place)")
            guard current == expected else { return }
        }
    }

    @Test(
        "searches and ranks rarely on a walk through a town, and selects what a scan selects",
        .long,
        arguments: [false, true]
    )
    func asksRarely(besideLargePolygon: Bool) throws {
        var world = try RandomWorld(seed: 5, count: 0)
        let downtown = try Coordinate(latitude: 44.97, longitude: -93.26)
        var fences: [Fence] = []
        for number in 0..<5_000 {
            let center = try world.moved(downtown, degrees: 0.3)
            let key = try #require(FenceKey(exactly: number))
            fences.append(
                Fence(
                    key: key,
                    facility: try FacilityID("f\(number)"),
                    geofence: .circle(center: center, radius: .standard)
                )
            )
        }
        if besideLargePolygon {
            // On another continent, and measured with a tolerance that has no bearing on the circles here.
            let corners = try [(10, 10), (10, 10.1), (10.1, 10.1), (10.1, 10)].map { latitude, longitude in
                try Coordinate(latitude: latitude, longitude: longitude)
            }
            let polygon = try Geofence.polygon(Polygon(exterior: corners))
            let key = try #require(FenceKey(exactly: 5_000))
            fences.append(Fence(key: key, facility: try FacilityID("park"), geofence: polygon))
        }
        let catalog = FenceCatalog(fences)
        var selector = ProximitySelector(rules: SelectionRules(limit: Platform.ios.geofenceLimit))
        var search = FenceSearch()
        var place = downtown
        for step in 0..<3_000 {
            place = try world.moved(place, degrees: 0.0001)
            let point = EarthPoint(place)
            _ = selector.select(at: place, point, in: catalog, using: &search)
            guard step.isMultiple(of: 25) else { continue }
            let scanned = fences.sorted { $0.signedDistance(to: place, point) < $1.signedDistance(to: place, point) }
            #expect(selector.selection == .fences(scanned.prefix(20).map(\.key).sorted()), "step \(step)")
        }
        #expect(selector.searches < 30)
        #expect(selector.rankings < 20)
    }

    @Test(
        "on drives through dense and sparse towns selects what a scan selects",
        .long,
        arguments: seeds(3),
        [1, 20, 100]
    )
    func drives(seed: UInt64, limit: Int) throws {
        let town = try Coordinate(latitude: 44.97, longitude: -93.26)
        var world = try RandomWorld(seed: seed, count: 0)
        var fences: [Fence] = []
        for number in 0..<1_000 {
            // Denser to the middle, some at the place of another, and in every other world with outlines instead of some
            // circles.
            let center =
                try world.number(in: 0...9) == 0 && number > 0
                ? fences[world.number(in: 0...(number - 1))].geofence.center
                : world.moved(town, degrees: world.pick([0.05, 0.2, 0.2, 0.8]))
            let corners = try [(-1, 0), (0, 1), (1, 0), (0, -1)].map { north, east in
                try Coordinate(latitude: center.latitude + 0.002 * north, longitude: center.longitude + 0.003 * east)
            }
            let hasOutline = seed.isMultiple(of: 2) && world.number(in: 0...9) == 0
            let key = try #require(FenceKey(exactly: number))
            fences.append(
                Fence(
                    key: key,
                    facility: try FacilityID("f\(number)"),
                    geofence: hasOutline
                        ? .polygon(try Polygon(exterior: corners)) : .circle(center: center, radius: .standard)
                )
            )
        }
        let catalog = FenceCatalog(fences)
        var selector = ProximitySelector(rules: SelectionRules(limit: limit))
        var search = FenceSearch()
        var place = town
        var heading = (north: 0.0, east: 0.0)
        for step in 0..<250 {
            if step.isMultiple(of: 20) {
                let length = world.pick([0.0005, 0.003, 0.01])
                heading = (world.pick([-length, 0, length]), world.pick([-length, length]))
                if step.isMultiple(of: 100) { place = try world.moved(town, degrees: 0.4) }
            }
            place = try Coordinate(
                latitude: place.latitude + heading.north,
                longitude: place.longitude + heading.east
            )
            let point = EarthPoint(place)
            _ = selector.select(at: place, point, in: catalog, using: &search)
            let ordered = fences.map { ($0, $0.signedDistance(to: place, point)) }
                .sorted { ($0.1, $0.0.facility) < ($1.1, $1.0.facility) }
            let expected = Selection.fences(ordered.prefix(limit).map(\.0.key).sorted())
            #expect(selector.selection == expected, "seed \(seed), step \(step) at \(place)")
            guard selector.selection == expected else { return }
        }
    }

    @Test("without a limit selects everything, or the member's list")
    func noLimit() throws {
        let world = try RandomWorld(seed: 9, count: 50)
        let catalog = FenceCatalog(world.fences)
        var search = FenceSearch()
        let place = try Coordinate(latitude: 1, longitude: 1)
        var selector = ProximitySelector(rules: SelectionRules(limit: nil))
        #expect(selector.select(at: place, EarthPoint(place), in: catalog, using: &search) == .everything)
        #expect(Selection.everything.keys(in: catalog) == catalog.fences.map(\.key))
        let stranger = try #require(FenceKey(exactly: 999_999_999))
        selector.facilities = [catalog.fences[7].key, stranger, catalog.fences[2].key]
        let listed = selector.select(at: place, EarthPoint(place), in: catalog, using: &search)
        #expect(listed == .fences([catalog.fences[2].key, catalog.fences[7].key]))
    }

    @Test("a limit above the number of fences selects all of them", arguments: [50, 51, .max])
    func limitAboveCount(limit: Int) throws {
        let catalog = FenceCatalog(try RandomWorld(seed: 10, count: 50).fences)
        var search = FenceSearch()
        let place = try Coordinate(latitude: 1, longitude: 1)
        var selector = ProximitySelector(rules: SelectionRules(limit: limit, preferVisited: 3))
        let selected = selector.select(at: place, EarthPoint(place), in: catalog, using: &search)
        #expect(selected == .fences(catalog.fences.map(\.key)))
    }

    @Test("the most visited have a slot wherever the device is, by visits and then by id", arguments: [0, 1, 2, 3, 9])
    func preferred(slots: Int) throws {
        let catalog = FenceCatalog(try RandomWorld(seed: 11, count: 60).fences)
        let fences = catalog.fences.sorted { $0.facility < $1.facility }
        var search = FenceSearch()
        var selector = ProximitySelector(rules: SelectionRules(limit: 12, preferVisited: slots))
        let stranger = try #require(FenceKey(exactly: 999_999_999))
        let ordered = [fences[9], fences[3], fences[5]]
        selector.visits = [
            fences[5].key: 2, fences[3].key: 2, fences[9].key: 7, fences[20].key: 0, stranger: 50,
        ]
        #expect(selector.preferred(in: catalog) == ordered.prefix(slots).map(\.key))
        for longitude in stride(from: -170.0, through: 170, by: 34) {
            let place = try Coordinate(latitude: 20, longitude: longitude)
            _ = selector.select(at: place, EarthPoint(place), in: catalog, using: &search)
            let selected = try #require(selector.selection).keys(in: catalog)
            #expect(selected.count == 12)
            #expect(ordered.prefix(slots).allSatisfy { selected.contains($0.key) })
        }
        selector.facilities = [fences[3].key, fences[4].key]
        #expect(selector.preferred(in: catalog) == (slots == 0 ? [] : [fences[3].key]))
    }

    @Test(
        "a platform's rules leave the reserved slots free",
        arguments: [(Platform.ios, 0, 20), (.ios, 1, 19), (.android, 3, 97), (.ios, 40, 0)]
    )
    func reservedSlots(platform: Platform, reserved: Int, expected: Int) {
        #expect(SelectionRules(limit: platform.geofenceLimit - reserved).limit == expected)
    }
}
