internal import VisitModel

/// The shape of a facility in WKT or GeoJSON.
enum BoundaryText {
    enum Shape {
        case polygon(Polygon)
        /// A single point, as in the geometry column of geographic exports.
        case point(Coordinate)
    }

    /// Parses trimmed WKT (OGC 06-103r4, with the `SRID=4326;` that PostGIS puts before it) or GeoJSON (RFC 7946).
    ///
    /// A multipolygon is accepted only with a single polygon, because a facility has one fence.
    static func shape(_ text: String) throws(ValidationError) -> Shape {
        if text.utf8.first == UInt8(ascii: "{") {
            return try GeoJSONShape.shape(text)
        }
        var parser = WKTParser(text)
        return try parser.shape()
    }

    static func error(_ message: String) -> ValidationError {
        ValidationError(.polygon, message + ", expected a WKT or GeoJSON polygon in longitude and latitude")
    }

    /// The shape of rings of `[longitude, latitude]`.
    static func polygon(_ rings: [[[Double]]]) throws(ValidationError) -> Shape {
        var checked: [[Coordinate]] = []
        for ring in rings {
            var corners: [Coordinate] = []
            for position in ring {
                corners.append(try coordinate(position))
            }
            guard corners.first == corners.last else {
                throw error("a ring of the boundary is not closed: its last corner is not its first")
            }
            checked.append(corners)
        }
        guard let exterior = checked.first else { throw error("the boundary has no ring") }
        return .polygon(try Polygon(exterior: exterior, holes: Array(checked.dropFirst())))
    }

    /// The point of a position; a height after it is dropped.
    static func coordinate(_ position: [Double]) throws(ValidationError) -> Coordinate {
        guard position.count >= 2 else { throw error("a corner of the boundary has no longitude and latitude") }
        return try Coordinate(latitude: position[1], longitude: position[0])
    }
}
