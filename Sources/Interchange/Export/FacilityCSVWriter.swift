package import VisitModel
internal import WireJSON

/// Writes facilities as CSV that `FacilityDocument` parses back to the same facilities.
///
/// RFC 4180 with line feeds, in UTF-8 without a byte order mark. Degrees and metres have the fewest digits that can be
/// parsed back exactly. Polygons are in `boundary` as WKT, and latitude and longitude are then their middle.
package struct FacilityCSVWriter: Sendable {
    package static let header = [
        "facility_id", "name", "address", "city", "state", "postal_code", "country", "latitude", "longitude",
        "radius_m", "dwell_seconds", "time_zone", "stays", "part_of", "boundary",
    ]

    package init() {}

    package func writeHeader(into output: inout [UInt8]) {
        output.append(contentsOf: Self.header.joined(separator: ",").utf8)
        output.append(0x0A)
    }

    package func write(_ facility: Facility, into output: inout [UInt8]) {
        let center = facility.geofence.center
        let address = facility.address
        var radius = ""
        if case .circle(_, let circle) = facility.geofence { radius = JSONBytes.text(of: circle.meters) }
        let fields = [
            facility.id.text, facility.name, address.street, address.city, address.state, address.postalCode,
            address.country, JSONBytes.text(of: center.latitude), JSONBytes.text(of: center.longitude), radius,
            String(facility.dwellThreshold.seconds), facility.timeZone?.identifier ?? "",
            facility.stays.rawValue, facility.partOf?.text ?? "", facility.geofence.wellKnownText ?? "",
        ]
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            Self.write(field, into: &output)
        }
        output.append(0x0A)
    }

    private static func write(_ field: String, into output: inout [UInt8]) {
        let needsQuotes = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else {
            output.append(contentsOf: field.utf8)
            return
        }
        output.append(0x22)
        for byte in field.utf8 {
            if byte == 0x22 { output.append(0x22) }
            output.append(byte)
        }
        output.append(0x22)
    }
}

extension Geofence {
    /// The polygons as OGC well-known text, longitude before latitude, with each ring closed; `nil` for a circle.
    package var wellKnownText: String? {
        switch self {
        case .circle: nil
        case .polygon(let polygon): "POLYGON \(polygon.wellKnownRings)"
        case .multiPolygon(let area):
            "MULTIPOLYGON (\(area.polygons.map(\.wellKnownRings).joined(separator: ", ")))"
        }
    }
}

extension Polygon {
    fileprivate var wellKnownRings: String {
        let rings = rings.map { ring in
            "(" + (ring + ring.prefix(1)).map { "\($0.longitude) \($0.latitude)" }.joined(separator: ", ") + ")"
        }
        return "(" + rings.joined(separator: ", ") + ")"
    }
}
