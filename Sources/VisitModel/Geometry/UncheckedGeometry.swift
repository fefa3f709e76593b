/// A point or an area as another program wrote it, not validated yet.
///
/// The same positions may be longitude and latitude, or, where a program has them in the wrong order, latitude and
/// longitude; only what is around them can tell.
package enum UncheckedGeometry: Hashable, Sendable {
    case point(Position)
    /// The rings of each polygon, the exterior first, each with its first corner repeated as the last.
    case polygons([[[Position]]])

    /// Two numbers in the order in which they were written.
    package struct Position: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The order of the numbers of each position.
    package enum AxisOrder: Hashable, Sendable {
        /// As in WKT, WKB and GeoJSON.
        case longitudeFirst
        case latitudeFirst
    }
}

extension UncheckedGeometry {
    /// The point, in degrees; `nil` for an area.
    ///
    /// Throws code `latitude` or `longitude` where it is not on the earth.
    package func coordinate(_ order: AxisOrder = .longitudeFirst) throws(ValidationError) -> Coordinate? {
        guard case .point(let position) = self else { return nil }
        return try position.coordinate(order)
    }

    /// The fence of the area; `nil` for a point.
    ///
    /// Throws code `polygon` for a ring that is not closed or encloses no area, and the codes of a corner that is not
    /// on the earth.
    package func geofence(_ order: AxisOrder = .longitudeFirst) throws(ValidationError) -> Geofence? {
        guard case .polygons(let polygons) = self else { return nil }
        var checked: [Polygon] = []
        checked.reserveCapacity(polygons.count)
        for rings in polygons {
            var corners: [[Coordinate]] = []
            corners.reserveCapacity(rings.count)
            for ring in rings { corners.append(try Self.corners(ring, order)) }
            guard let exterior = corners.first else { throw ValidationError(.polygon, "the boundary has no ring") }
            checked.append(try Polygon(exterior: exterior, holes: Array(corners.dropFirst())))
        }
        return try Geofence(polygons: checked)
    }

    private static func corners(_ ring: [Position], _ order: AxisOrder) throws(ValidationError) -> [Coordinate] {
        guard ring.first == ring.last else {
            throw ValidationError(.polygon, "a ring of the boundary is not closed: its last corner is not its first")
        }
        var corners: [Coordinate] = []
        corners.reserveCapacity(ring.count)
        for position in ring { corners.append(try position.coordinate(order)) }
        return corners
    }
}

extension UncheckedGeometry.Position {
    fileprivate func coordinate(_ order: UncheckedGeometry.AxisOrder) throws(ValidationError) -> Coordinate {
        switch order {
        case .longitudeFirst: try Coordinate(latitude: y, longitude: x)
        case .latitudeFirst: try Coordinate(latitude: x, longitude: y)
        }
    }
}
