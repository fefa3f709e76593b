import Interchange
import Testing
import VisitModel

@Suite("Boundaries")
struct BoundaryTests {
    private func geofence(_ boundary: String, point: String = ",") throws -> FacilityReading {
        let quoted = "\"" + boundary.replacing("\"", with: "\"\"") + "\""
        return try FacilityReading(header: "id,lat,lon,boundary", "1,\(point),\(quoted)")
    }

    private static let square = [(2.0, 48.0), (2.1, 48.0), (2.1, 48.1), (2.0, 48.1)]

    @Test(
        "a polygon is read from WKT and GeoJSON",
        arguments: [
            "POLYGON((2 48,2.1 48,2.1 48.1,2 48.1,2 48))",
            "polygon ( ( 2.0 48.0 , 2.1 48 , 2.1 48.1 , 2 48.1 , 2 48 ) ) ",
            "SRID=4326;POLYGON Z ((2 48 7,2.1 48 7,2.1 48.1 7,2 48.1 7,2 48 7))",
            "MULTIPOLYGON(((2 48,2.1 48,2.1 48.1,2 48.1,2 48)))",
            #"{"type":"Polygon","coordinates":[[[2,48],[2.1,48],[2.1,48.1],[2,48.1],[2,48]]]}"#,
            #"{"type":"Feature","properties":{"a":[1]},"geometry":{"type":"Polygon","coordinates":"#
                + "[[[2,48],[2.1,48],[2.1,48.1],[2,48.1],[2,48]]]}}",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":"#
                + "[[[[2,48],[2.1,48],[2.1,48.1],[2,48.1],[2,48]]]]}}]}",
        ]
    )
    func polygons(boundary: String) throws {
        let reading = try geofence(boundary)
        let corners = try Self.square.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        #expect(reading.rows.first?.facility.geofence == .polygon(try Polygon(exterior: corners)))
        #expect(reading.messages.isEmpty)
    }

    @Test("holes are kept")
    func holes() throws {
        let reading = try geofence("POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1))")
        guard case .polygon(let polygon)? = reading.rows.first?.facility.geofence else {
            Issue.record("no polygon")
            return
        }
        #expect(polygon.holes.map(\.count) == [3])
    }

    @Test(
        "the point of a geometry column stands for missing degrees",
        arguments: ["POINT(2.5 48.5)", #"{"type":"Point","coordinates":[2.5,48.5]}"#]
    )
    func points(boundary: String) throws {
        let reading = try geofence(boundary)
        let center = try Coordinate(latitude: 48.5, longitude: 2.5)
        #expect(reading.rows.first?.facility.geofence == .circle(center: center, radius: .standard))
    }

    @Test(
        "what is not a polygon is refused with the reason",
        arguments: [
            ("POLYGON((2 48,2.1 48,2.1 48.1,2 48.1))", "not closed"),
            ("POLYGON((2 48,2.1 48,2 48))", "fewer than three"),
            ("POLYGON((2 48,x 48,2 48))", "`x`"),
            ("POLYGON((2 48,2.1 48", "the end"),
            ("POLYGON((2 98,2.1 48,2.1 48.1,2 98))", "latitude 98.0"),
            ("POLYGON((2 48,2.1 48,2.1 48.1,2 48)) x", "after the boundary"),
            ("SRID=2154;POLYGON((2 48,2.1 48,2.1 48.1,2 48))", "SRID=2154"),
            ("MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))", "more than one polygon"),
            ("LINESTRING(1 2,3 4)", "neither POLYGON"),
            (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, "LineString"),
            (#"{"type":"Polygon","coordinates":[[1,2]]}"#, "not GeoJSON"),
            (#"{"type":"FeatureCollection","features":[]}"#, "0 features"),
            ("{oops", "not GeoJSON"),
        ]
    )
    func refused(boundary: String, reason: String) throws {
        let reading = try geofence(boundary, point: "48,2")
        #expect(reading.rows.isEmpty)
        #expect(reading.remarks == ["bad_boundary:2"])
        #expect(reading.messages.first?.contains(reason) == true, "\(reading.messages)")
    }

    @Test("a boundary far from its facility is warned of")
    func elsewhere() throws {
        let reading = try geofence("POLYGON((2 48,2.1 48,2.1 48.1,2 48.1,2 48))", point: "48.05,3")
        #expect(reading.remarks == ["coordinate_outside_boundary:2"])
        #expect(reading.rows.count == 1)
    }
}
