package import VisitModel

/// Writes facilities as a GeoJSON FeatureCollection (RFC 7946), one feature a line.
///
/// A circle is a point with the property `radius_m`, because GeoJSON has no circle. The exterior ring of a polygon runs
/// counterclockwise, its holes clockwise. Keys are in snake case and sorted, so that two exports can be compared.
package struct FacilityGeoJSONWriter: Sendable {
    private var isFirst = true

    /// Creates a writer at the beginning of a collection.
    package init() {}

    /// Writes the beginning of the collection, before the features.
    ///
    /// - Parameter output: the array to which the bytes are appended.
    package func writeHeader(into output: inout [UInt8]) {
        output.append(contentsOf: "{\"features\":[".utf8)
    }

    /// Writes a facility's feature.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - output: the array to which the bytes are appended.
    package mutating func write(_ facility: Facility, into output: inout [UInt8]) {
        var json = JSONText()
        swap(&json.bytes, &output)
        defer { swap(&json.bytes, &output) }
        if isFirst { json.raw("\n") } else { json.raw(",\n") }
        isFirst = false
        json.raw("{\"geometry\":")
        Self.writeGeometry(facility.geofence, into: &json)
        json.raw(",\"id\":")
        json.string(facility.id.text)
        json.raw(",\"properties\":")
        Self.writeProperties(facility, into: &json)
        json.raw(",\"type\":\"Feature\"}")
    }

    /// Writes the end of the collection, after the features.
    ///
    /// - Parameter output: the array to which the bytes are appended.
    package func writeFooter(into output: inout [UInt8]) {
        output.append(contentsOf: "\n],\"type\":\"FeatureCollection\"}\n".utf8)
    }

    private static func writeProperties(_ facility: Facility, into json: inout JSONText) {
        let address = facility.address
        json.raw("{\"address\":")
        json.string(address.street)
        json.raw(",\"city\":")
        json.string(address.city)
        json.raw(",\"country\":")
        json.string(address.country)
        json.raw(",\"dwell_seconds\":")
        json.number(facility.dwellThreshold.seconds)
        json.raw(",\"facility_id\":")
        json.string(facility.id.text)
        json.raw(",\"name\":")
        json.string(facility.name)
        json.raw(",\"postal_code\":")
        json.string(address.postalCode)
        if case .circle(_, let radius) = facility.geofence {
            json.raw(",\"radius_m\":")
            json.number(radius.meters)
        }
        json.raw(",\"state\":")
        json.string(address.state)
        json.raw(",\"time_zone\":")
        if let zone = facility.timeZone {
            json.string(zone.identifier)
        } else {
            json.raw("null")
        }
        json.raw("}")
    }

    private static func writeGeometry(_ geofence: Geofence, into json: inout JSONText) {
        switch geofence {
        case .circle(let center, _):
            json.raw("{\"coordinates\":")
            writePosition(center, into: &json)
            json.raw(",\"type\":\"Point\"}")
        case .polygon(let polygon):
            json.raw("{\"coordinates\":[")
            for (index, ring) in polygon.geoJSONRings.enumerated() {
                if index > 0 { json.raw(",") }
                json.raw("[")
                for (corner, position) in ring.enumerated() {
                    if corner > 0 { json.raw(",") }
                    writePosition(position, into: &json)
                }
                json.raw("]")
            }
            json.raw("],\"type\":\"Polygon\"}")
        }
    }

    private static func writePosition(_ coordinate: Coordinate, into json: inout JSONText) {
        json.raw("[")
        json.number(coordinate.longitude)
        json.raw(",")
        json.number(coordinate.latitude)
        json.raw("]")
    }
}

extension Polygon {
    /// The rings in GeoJSON's order (RFC 7946, 3.1.6): closed, the exterior counterclockwise, holes clockwise.
    package var geoJSONRings: [[Coordinate]] {
        rings.enumerated().map { index, ring in
            let turned = ring.isCounterclockwise == (index == 0) ? ring : ring.reversed()
            return turned + turned.prefix(1)
        }
    }
}

extension [Coordinate] {
    /// Whether a ring runs counterclockwise, by the sign of its area in degrees (the shoelace formula).
    fileprivate var isCounterclockwise: Bool {
        guard let first, var previous = last else { return true }
        var doubledArea = 0.0
        for corner in self {
            let (x1, x2) = (
                Polygon.shortWay(from: first.longitude, to: previous.longitude),
                Polygon.shortWay(from: first.longitude, to: corner.longitude)
            )
            doubledArea += x1 * (corner.latitude - first.latitude) - x2 * (previous.latitude - first.latitude)
            previous = corner
        }
        return doubledArea > 0
    }
}
