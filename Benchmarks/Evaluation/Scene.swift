import GeofenceEngine
import SeededWorld
import VisitModel

/// A device, the fences registered for it, and what it reports.
struct Scene {
    let catalog: FenceCatalog
    let watched: WatchedFences
    let fixes: [Fix]

    /// How many fixes a scene has; few enough to stay in the processor's cache, as those of a batch do.
    static let fixCount = 10_000

    /// What the device does.
    enum Behaviour: String, CaseIterable {
        /// Lies in a flat that no fence reaches.
        case atHome = "resting at home"
        /// Lies in a locker inside a fence: a stay continues all the time.
        case atTheGym = "resting inside a fence"
        /// Drives from fence to fence: an entry or a doubt every few fixes.
        case driving = "driving from fence to fence"
    }

    /// Draws a scene in a city of 333 facilities.
    init(_ behaviour: Behaviour, watching count: Int) throws {
        let world = try World(facilities: 333, cities: 1, people: 200)
        let catalog = FenceCatalog(world.fences)
        var search = FenceSearch()
        let homes = world.people.compactMap { place -> Home? in
            catalog.index.nearest(count, to: place, EarthPoint(place), using: &search)
            return search.found.first.map { Home(place: place, fences: search.found, edgeMeters: $0.edgeMeters) }
        }
        // The flat that is nearest to a fence without lying in its doorway.
        let outside = homes.filter { $0.edgeMeters > 100 }
        guard let home = outside.min(by: { $0.edgeMeters < $1.edgeMeters }) else { throw SceneError.nobodyLivesOutside }
        let fences = home.fences.map { catalog.fences[$0.position] }
        self.catalog = catalog
        self.watched = WatchedFences(fences.map(\.key), in: catalog)
        let places = fences.map(\.geofence.center)
        switch behaviour {
        case .atHome: self.fixes = try Self.rest(at: home.place)
        case .atTheGym: self.fixes = try Self.rest(at: places[0])
        case .driving: self.fixes = try Self.drive(between: places)
        }
    }

    enum SceneError: Error {
        case nobodyLivesOutside
    }

    /// Where the device's member lives, and the fences nearest to it.
    private struct Home {
        let place: Coordinate
        let fences: [NearbyFence]
        let edgeMeters: Double
    }

    /// A fix every one to ten minutes, as phones at rest send.
    private static func rest(at place: Coordinate) throws -> [Fix] {
        var source = SeededSource(seed: 1)
        var time = Timestamp(milliseconds: 1_709_280_000_000)
        return try (0..<fixCount).map { _ in
            time = time.advanced(bySeconds: .random(in: 60...600, using: &source))
            return Fix(
                time: time,
                coordinate: try place.moved(north: source.normal() * 15, east: source.normal() * 15),
                horizontalAccuracy: .random(in: 10...40, using: &source)
            )
        }
    }

    /// A fix every ten seconds at 12 m/s, by way of every fence in turn, round and round.
    private static func drive(between places: [Coordinate]) throws -> [Fix] {
        var source = SeededSource(seed: 2)
        var fixes: [Fix] = []
        fixes.reserveCapacity(fixCount)
        var time = Timestamp(milliseconds: 1_709_280_000_000)
        var leg = 0
        while fixes.count < fixCount {
            let from = places[leg % places.count]
            let to = places[(leg + 1) % places.count]
            leg += 1
            let steps = max(1, Int(from.distance(to: to) / 120))
            for step in 0..<min(steps, fixCount - fixes.count) {
                time = time.advanced(bySeconds: 10)
                let share = Double(step) / Double(steps)
                let onTheRoad = try Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * share,
                    longitude: from.longitude + (to.longitude - from.longitude) * share
                )
                fixes.append(
                    Fix(
                        time: time,
                        coordinate: try onTheRoad.moved(north: source.normal() * 6, east: source.normal() * 6),
                        horizontalAccuracy: .random(in: 5...20, using: &source),
                        speed: 12
                    )
                )
            }
        }
        return fixes
    }
}
