internal import Foundation

extension Polygon {
    /// Whether a point lies inside, by counting the edges that a ray to the east crosses.
    ///
    /// Source: Shimrat, "Algorithm 112: Position of point relative to polygon", CACM 5 (1962), on longitudes unrolled
    /// around the point.
    ///
    /// - Parameter point: the point to test.
    /// - Returns: true inside; a point on an edge may give either result.
    public func contains(_ point: Coordinate) -> Bool {
        var inside = false
        for ring in rings {
            guard let last = ring.last else { continue }
            var x1 = Self.shortWay(from: point.longitude, to: last.longitude)
            var y1 = last.latitude
            for corner in ring {
                let x2 = x1 + Self.shortWay(from: Self.normalized(x1 + point.longitude), to: corner.longitude)
                let y2 = corner.latitude
                if (y1 > point.latitude) != (y2 > point.latitude),
                    x1 + (point.latitude - y1) / (y2 - y1) * (x2 - x1) > 0
                {
                    inside.toggle()
                }
                (x1, y1) = (x2, y2)
            }
        }
        return inside
    }

    /// The distance from a point to the nearest edge in metres, negative inside.
    ///
    /// The nearest place on each edge is found in a plane that is true to scale at the point, and once more in a plane
    /// true to scale halfway to that place. Its distance is then measured on the ellipsoid.
    public func signedDistance(to point: Coordinate) -> Double {
        let start = EarthPoint(point)
        var nearest = Double.infinity
        for ring in rings {
            guard var previous = ring.last else { continue }
            for corner in ring {
                nearest = min(nearest, Self.distance(from: point, start, toEdge: previous, corner))
                previous = corner
            }
        }
        return contains(point) ? -nearest : nearest
    }

    /// The distance to one edge in metres.
    private static func distance(
        from point: Coordinate,
        _ start: EarthPoint,
        toEdge first: Coordinate,
        _ second: Coordinate
    ) -> Double {
        var foot = first
        var scaleLatitude = point.latitude
        for _ in 0..<2 {
            let scale = max(cos(scaleLatitude * .pi / 180), 1e-9)
            let x1 = shortWay(from: point.longitude, to: first.longitude) * scale
            let y1 = first.latitude - point.latitude
            let dx = shortWay(from: first.longitude, to: second.longitude) * scale
            let dy = second.latitude - first.latitude
            let lengthSquared = dx * dx + dy * dy
            let along = lengthSquared > 0 ? min(1, max(0, -(x1 * dx + y1 * dy) / lengthSquared)) : 0
            foot = Coordinate(
                uncheckedLatitude: first.latitude + along * dy,
                longitude: normalized(first.longitude + along * shortWay(from: first.longitude, to: second.longitude))
            )
            scaleLatitude = (foot.latitude + point.latitude) / 2
        }
        return start.distance(to: EarthPoint(foot))
    }

    /// A longitude wrapped into -180...180 degrees.
    private static func normalized(_ longitude: Double) -> Double {
        if longitude > 180 { return longitude - 360 }
        if longitude < -180 { return longitude + 360 }
        return longitude
    }
}
