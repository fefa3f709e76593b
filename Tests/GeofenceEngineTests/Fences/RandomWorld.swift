import Foundation
import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

/// The seeds of a property test: a few by default, times the number in `FOOTFALL_TEST_SEEDS` for a longer search.
func seeds(_ count: UInt64, from first: UInt64 = 1) -> Range<UInt64> {
    let factor = ProcessInfo.processInfo.environment["FOOTFALL_TEST_SEEDS"].flatMap(UInt64.init) ?? 1
    return first..<(first + count * factor)
}

/// Fences and points made to be hard: clusters, ties, poles, the antimeridian, radii of all sizes, polygons.
struct RandomWorld {
    private(set) var fences: [Fence] = []
    var generator: SeededGenerator
    private let anchors: [Coordinate]

    /// Makes a world; the same seed makes the same one.
    init(seed: UInt64, count: Int, polygonShare: Double = 0.2) throws {
        generator = SeededGenerator(seed: seed)
        var anchors = [
            try Coordinate(latitude: 90, longitude: 0), try Coordinate(latitude: -89.999, longitude: 17),
            try Coordinate(latitude: 10, longitude: 180), try Coordinate(latitude: -41, longitude: -179.999),
            try Coordinate(latitude: 0, longitude: 0), try Coordinate(latitude: 44.97, longitude: -93.26),
        ]
        for _ in 0..<4 {
            anchors.append(
                try Coordinate(
                    latitude: .random(in: -85...85, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)
                )
            )
        }
        self.anchors = anchors
        for number in 0..<count {
            // Keys out of order, so that nothing rests on their being places.
            let key = try #require(FenceKey(exactly: (number * 7919) % 1_000_003))
            let isTwin = Double.random(in: 0..<1, using: &generator) < 0.15
            let geofence: Geofence
            if isTwin, let other = fences.randomElement(using: &generator) {
                geofence = other.geofence
            } else if Double.random(in: 0..<1, using: &generator) < polygonShare {
                geofence = try area()
            } else {
                geofence = .circle(center: try point(), radius: try radius())
            }
            fences.append(
                Fence(key: key, facility: try FacilityID("f\(number * 31 % 997)-\(number)"), geofence: geofence)
            )
        }
    }

    /// A point: near an anchor, at a fence's centre, on its edge, or anywhere.
    mutating func point() throws -> Coordinate {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            return try Coordinate(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator)
            )
        case 1:
            if let fence = fences.randomElement(using: &generator) { return fence.geofence.center }
            fallthrough
        default:
            let anchor = pick(anchors)
            let spread: Double = pick([0.0001, 0.003, 0.1, 2])
            return try moved(anchor, degrees: spread)
        }
    }

    /// A step from a point, in degrees each way, across the antimeridian where it leads there.
    mutating func moved(_ point: Coordinate, degrees: Double) throws -> Coordinate {
        let latitude = point.latitude + .random(in: -degrees...degrees, using: &generator)
        var longitude = point.longitude + .random(in: -degrees...degrees, using: &generator)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return try Coordinate(latitude: min(90, max(-90, latitude)), longitude: longitude)
    }

    /// A number from the world's own generator.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &generator)
    }

    /// One of some values, by the world's own generator.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func radius() throws -> Radius {
        try Radius(meters: pick([1, 20, 150, 150, 150, 400.5, 5_000, 100_000]))
    }

    /// A polygon, or two to four of them: next to each other, across each other, or far apart.
    private mutating func area() throws -> Geofence {
        let first = try polygon()
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return .polygon(first) }
        var polygons = [first]
        let distance: Double = pick([0, 0.0005, 0.02, 1])
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let (north, east) = (
                Double.random(in: -distance...distance, using: &generator),
                Double.random(in: -distance...distance, using: &generator)
            )
            let corners = try first.exterior.map { corner in
                try Coordinate(
                    latitude: min(85, max(-85, corner.latitude + north)),
                    longitude: Polygon.normalized(corner.longitude + east)
                )
            }
            if let polygon = try? Polygon(exterior: corners) { polygons.append(polygon) }
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { polygons.append(try polygon()) }
        return try Geofence(polygons: polygons)
    }

    /// A star of three to nine corners, sometimes with a hole, from a tent to a town.
    private mutating func polygon() throws -> Polygon {
        while true {
            var center = try point()
            if abs(center.latitude) > 80 {
                center = try Coordinate(latitude: center.latitude / 2, longitude: center.longitude)
            }
            let size: Double = pick([0.0002, 0.001, 0.01, 0.3])
            var corners: [Coordinate] = []
            for _ in 0..<Int.random(in: 3...9, using: &generator) {
                corners.append(try moved(center, degrees: size))
            }
            if let polygon = try? Polygon(exterior: corners) { return polygon }
        }
    }
}
