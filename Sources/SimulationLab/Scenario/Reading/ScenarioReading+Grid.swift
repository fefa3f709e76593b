internal import VisitModel

extension ScenarioReading {
    /// The smallest distance between a facility of the grid and a named place or another facility, edge to edge, in
    /// metres.
    private static let clearMeters = 400.0
    /// How many cells are tried per facility of a grid before an error says that there is no room.
    private static let triesPerFacility = 20

    /// Adds facilities in a grid around a place, the nearest first.
    mutating func readGrid(_ value: ScenarioValue) {
        let known = ["count", "around", "spacing", "radius", "dwell"]
        guard let group = ScenarioGroup(value, of: "grid", prefix: "grid.", known: known, &faults) else { return }
        var (spacing, dwell) = (700.0, DwellThreshold.standard)
        set(group["spacing"], &spacing) { try $0.length(10...20_000) }
        let radius = group["radius"].map { read($0, Self.radius) } ?? (try? Radius(meters: 100))
        set(group["dwell"], &dwell, Self.dwell)
        guard let countValue = group["count"], let around = group["around"] else {
            faults.add(value, "has no count or no around, expected for instance {count: 120, around: home}")
            return
        }
        let count = read(countValue) { try $0.whole(0...5000) }
        guard let center = gridCenter(around), let count, let radius else { return }
        let obstacles = obstacles()
        let clear = radius.meters + Self.clearMeters
        var (made, tried) = (0, 0)
        var ring = 0
        while made < count {
            for (column, row) in Self.cells(ofRing: ring) where made < count {
                tried += 1
                guard
                    let place = try? center.away(
                        eastMeters: Double(column) * spacing,
                        northMeters: Double(row) * spacing
                    ), obstacles.allSatisfy({ !$0.isNearer(than: clear, to: place) })
                else { continue }
                add(made + 1, at: place, radius, dwell, value)
                made += 1
            }
            ring += 1
            guard tried <= 10_000 + count * Self.triesPerFacility else {
                faults.add(value, "has room for \(made) of \(count), expected a wider spacing")
                return
            }
        }
    }

    private mutating func gridCenter(_ value: ScenarioValue) -> Coordinate? {
        guard let text = read(value, { try $0.text("a place") }) else { return nil }
        switch places[text] {
        case .at(let place)?: return place
        case .broken?, .waiting?: return nil
        case nil:
            if let place = try? PlaceText.degrees(text) { return place }
            if !places.isIncomplete {
                faults.add(value, "\(quoted(text)) is not a place, expected \(places.hint)")
            }
            return nil
        }
    }

    private mutating func add(
        _ number: Int,
        at place: Coordinate,
        _ radius: Radius,
        _ dwell: DwellThreshold,
        _ value: ScenarioValue
    ) {
        guard let id = try? FacilityID("place-\(number)"), places.add(id.text, .at(place)) else {
            faults.add(value, "makes `place-\(number)`, which is also in the file, expected another id there")
            return
        }
        let fence = Geofence.circle(center: place, radius: radius)
        facilities.append(Facility(id: id, name: "Place \(number)", geofence: fence, dwellThreshold: dwell))
    }

    /// The cells of a square ring, row by row: 1 for the centre, then 8, 16, ….
    private static func cells(ofRing ring: Int) -> [(column: Int, row: Int)] {
        (-ring...ring).flatMap { row in
            (-ring...ring).compactMap { column in max(abs(row), abs(column)) == ring ? (column, row) : nil }
        }
    }

    /// The named places and the facilities so far, which a grid keeps clear of.
    private func obstacles() -> [Obstacle] {
        let fences = facilities.map { Obstacle(geofence: $0.geofence) }
        let ids = Set(facilities.map(\.id.text))
        let named = places.names.compactMap { name -> Obstacle? in
            guard !ids.contains(name), case .at(let place)? = places[name] else { return nil }
            return Obstacle(point: place)
        }
        return fences + named
    }
}

/// A place that a grid keeps clear of.
private struct Obstacle {
    let center: Coordinate
    /// The radius of a circle around the whole of it, in metres.
    let reachMeters: Double
    let geofence: Geofence?

    init(geofence: Geofence) {
        self.geofence = geofence
        (center, reachMeters) = geofence.enclosingCircle
    }

    init(point: Coordinate) { (geofence, center, reachMeters) = (nil, point, 0) }

    /// Whether its edge is nearer to a place than a distance in metres.
    func isNearer(than meters: Double, to place: Coordinate) -> Bool {
        // A degree of latitude is more than 110 km everywhere, which alone excludes most obstacles.
        guard abs(center.latitude - place.latitude) * 110_000 < reachMeters + meters else { return false }
        return (geofence?.signedDistance(to: place) ?? center.distance(to: place)) < meters
    }
}
