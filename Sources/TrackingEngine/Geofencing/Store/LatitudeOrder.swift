internal import VisitModel

/// Points in the order of their latitude, so that those near a position are found without scanning all of them.
///
/// The vendor's database stores sines and cosines and scans every row (Flutter issue 1600). Here a binary search finds
/// the band of latitudes that a circle can touch, and within it the straight line through the earth decides, without
/// computing an angle. Neither a pole nor the antimeridian is special.
struct LatitudeOrder: Hashable, Sendable {
    private var latitudes: [Double] = []
    private var points: [EarthPoint] = []
    private var names: [String] = []

    struct Found: Hashable, Sendable {
        let name: String
        let meters: Double

        /// Nearest first; at equal distance in byte order of the names.
        func precedes(_ other: Found) -> Bool {
            guard meters == other.meters else { return meters < other.meters }
            return name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }
    }

    /// Creates the order from entries in any sequence, each name once.
    init(_ entries: [(name: String, latitude: Double, point: EarthPoint)] = []) {
        let sorted = entries.sorted { ($0.latitude, $0.name) < ($1.latitude, $1.name) }
        latitudes = sorted.map(\.latitude)
        points = sorted.map(\.point)
        names = sorted.map(\.name)
    }

    mutating func insert(_ name: String, latitude: Double, point: EarthPoint) {
        let place = firstPlace(latitude, name)
        latitudes.insert(latitude, at: place)
        points.insert(point, at: place)
        names.insert(name, at: place)
    }

    mutating func remove(_ name: String, latitude: Double) {
        let place = firstPlace(latitude, name)
        guard place < names.count, names[place] == name else { return }
        latitudes.remove(at: place)
        points.remove(at: place)
        names.remove(at: place)
    }

    /// Finds at most `count` nearest points within `radius` metres; nearest first.
    func nearest(
        _ count: Int,
        within radius: Double,
        of coordinate: Coordinate,
        except excluded: Set<String>
    ) -> [Found] {
        guard count > 0 else { return [] }
        let origin = EarthPoint(coordinate)
        // A degree of latitude is nowhere shorter, so every point outside the band is too far away.
        let band = radius / Self.shortestDegreeMeters
        let first = firstPlace(coordinate.latitude - band, "")
        var found: [Found] = []
        var farthest = radius
        for place in first..<latitudes.count {
            guard latitudes[place] <= coordinate.latitude + band else { break }
            // The straight line is never longer than the path along the surface.
            guard points[place].chordSquared(to: origin) <= farthest * farthest else { continue }
            let candidate = Found(name: names[place], meters: points[place].distance(to: origin))
            guard candidate.meters <= farthest, !excluded.contains(candidate.name) else { continue }
            if found.count == count {
                guard let last = found.last, candidate.precedes(last) else { continue }
                found.removeLast()
            }
            found.insert(candidate, at: found.partitioningIndex { !$0.precedes(candidate) })
            if found.count == count, let last = found.last { farthest = last.meters }
        }
        return found
    }

    /// The names of the points within a distance along a straight line through the earth, from south to north.
    func names(within meters: Double, of coordinate: Coordinate) -> [String] {
        let origin = EarthPoint(coordinate)
        // Up to here the path along the surface is less than one percent longer than the straight line.
        let isNear = meters < 1_000_000
        let band = isNear ? 1.01 * meters / Self.shortestDegreeMeters : 360
        var found: [String] = []
        for place in firstPlace(coordinate.latitude - band, "")..<latitudes.count {
            guard latitudes[place] <= coordinate.latitude + band else { break }
            if points[place].chordSquared(to: origin) <= meters * meters { found.append(names[place]) }
        }
        return found
    }

    /// The first index of which the entry does not come before a latitude and name; O(log n).
    private func firstPlace(_ latitude: Double, _ name: String) -> Int {
        latitudes.indices.partitioningIndex { (latitudes[$0], names[$0]) >= (latitude, name) }
    }

    /// A little less than a degree of latitude at the equator, in metres: 110,574 (NGA.STND.0036, meridian radius).
    private static let shortestDegreeMeters = 110_570.0
}
