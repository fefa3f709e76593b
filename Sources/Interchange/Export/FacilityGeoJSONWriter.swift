package import VisitModel
internal import WireJSON

/// Writes facilities as a GeoJSON FeatureCollection (RFC 7946), one feature a line.
///
/// A circle is a point with the property `radius_m`, because GeoJSON has no circle. The exterior ring of a polygon runs
/// counterclockwise, its holes clockwise. Keys are in snake case and sorted, so that two exports can be compared.
package struct FacilityGeoJSONWriter: Sendable {
    private var json = JSONBytes()

    package init() {}

    package mutating func writeHeader(into output: inout [UInt8]) {
        json.openObject()
        json.openList("features")
        json.drain(into: &output)
    }

    package mutating func write(_ facility: Facility, into output: inout [UInt8]) {
        json.breakLine()
        json.object {
            $0.geometry(facility.geofence)
            $0.member("id", facility.id.text)
            $0.properties(of: facility)
            $0.member("type", "Feature")
        }
        json.drain(into: &output)
    }

    package mutating func writeFooter(into output: inout [UInt8]) {
        json.breakLine()
        json.closeList()
        json.member("type", "FeatureCollection")
        json.closeObject()
        json.drain(into: &output)
        output.append(UInt8(ascii: "\n"))
    }
}

extension JSONBytes {
    fileprivate mutating func properties(of facility: Facility) {
        let address = facility.address
        openObject("properties")
        member("address", address.street)
        member("city", address.city)
        member("country", address.country)
        member("dwell_seconds", facility.dwellThreshold.seconds)
        member("facility_id", facility.id.text)
        member("name", facility.name)
        key("part_of")
        if let whole = facility.partOf { text(whole.text) } else { null() }
        member("postal_code", address.postalCode)
        if case .circle(_, let radius) = facility.geofence { member("radius_m", radius.meters) }
        member("state", address.state)
        member("stays", facility.stays.rawValue)
        key("time_zone")
        if let zone = facility.timeZone { text(zone.identifier) } else { null() }
        closeObject()
    }

    fileprivate mutating func geometry(_ geofence: Geofence) {
        openObject("geometry")
        key("coordinates")
        switch geofence {
        case .circle(let center, _):
            position(center)
            member("type", "Point")
        case .polygon(let polygon):
            rings(of: polygon)
            member("type", "Polygon")
        case .multiPolygon(let area):
            list(of: area.polygons) { $0.rings(of: $1) }
            member("type", "MultiPolygon")
        }
        closeObject()
    }

    private mutating func rings(of polygon: Polygon) {
        list(of: polygon.geoJSONRings) { json, ring in json.list(of: ring) { $0.position($1) } }
    }

    /// Writes a position, longitude first (RFC 7946, 3.1.1).
    mutating func position(_ coordinate: Coordinate) {
        list(of: [coordinate.longitude, coordinate.latitude]) { $0.number($1) }
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
