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
            "POLYGONZM((2 48 7 1,2.1 48 7 1,2.1 48.1 7 1,2 48.1 7 1,2 48 7 1))",
            "GEOMETRYCOLLECTION(POLYGON((2 48,2.1 48,2.1 48.1,2 48.1,2 48)))",
            // `ST_AsEWKB` of PostGIS.
            "0103000020E6100000010000000500000000000000000000400000000000004840CDCCCCCCCCCC00400000000000004840"
                + "CDCCCCCCCCCC0040CDCCCCCCCC0C48400000000000000040CDCCCCCCCC0C484000000000000000400000000000004840",
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
        "several polygons are one fence",
        arguments: [
            "MULTIPOLYGON(((2 48,2.1 48,2.1 48.1,2 48.1,2 48)),((3 48,3.1 48,3.1 48.1,3 48)))",
            "GEOMETRYCOLLECTION(POLYGON((2 48,2.1 48,2.1 48.1,2 48.1,2 48)),POLYGON((3 48,3.1 48,3.1 48.1,3 48)))",
            #"{"type":"MultiPolygon","coordinates":[[[[2,48],[2.1,48],[2.1,48.1],[2,48.1],[2,48]]],"#
                + "[[[3,48],[3.1,48],[3.1,48.1],[3,48]]]]}",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":"#
                + #"[[[2,48],[2.1,48],[2.1,48.1],[2,48.1],[2,48]]]}},{"type":"Feature","geometry":{"type":"Polygon","#
                + #""coordinates":[[[3,48],[3.1,48],[3.1,48.1],[3,48]]]}}]}"#,
        ]
    )
    func several(boundary: String) throws {
        let reading = try geofence(boundary)
        let rings = [Self.square, [(3.0, 48.0), (3.1, 48.0), (3.1, 48.1)]]
        let polygons = try rings.map { ring in
            try Polygon(exterior: ring.map { try Coordinate(latitude: $0.1, longitude: $0.0) })
        }
        #expect(reading.rows.first?.facility.geofence == .multiPolygon(try MultiPolygon(polygons)))
        #expect(reading.messages.isEmpty)
    }

    static let unreadable = [
        ("POLYGON((2 48,2.1 48,2.1 48.1,2 48.1))", "not closed"),
        ("POLYGON((2 48,2.1 48,2 48))", "fewer than three"),
        ("POLYGON((2 48,x 48,2 48))", "`x`"),
        ("POLYGON((2 48,2.1 48", "the end"),
        ("POLYGON((2 98,98 48,2.1 48.1,2 98))", "latitude 98.0"),
        ("POLYGON((2 48,2.1 48,2.1 48.1,2 48)) x", "after the boundary"),
        ("POLYGON EMPTY", "is empty"),
        ("SRID=2154;POLYGON((2 48,2.1 48,2.1 48.1,2 48))", "SRID=2154"),
        ("LINESTRING(1 2,3 4)", "is a LINESTRING"),
        ("CIRCLE(1 2)", "neither POLYGON"),
        ("GEOMETRYCOLLECTION(POINT(1 2),POLYGON((2 48,2.1 48,2.1 48.1,2 48)))", "other geometries than polygons"),
        ("GEOMETRYCOLLECTION(GEOMETRYCOLLECTIONZ(POINT(1 2)))", "collection of collections"),
        (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, "LineString"),
        (#"{"type":"Polygon","coordinates":[[1,2]]}"#, "not GeoJSON"),
        (#"{"type":"Polygon","coordinates":[[["1","2"],["1","3"],["2","3"],["1","2"]]]}"#, "not GeoJSON"),
        (#"{"type":"FeatureCollection","features":[]}"#, "0 features"),
        (#"{"type":"Feature","geometry":null}"#, "no geometry"),
        ("{oops", "not GeoJSON"),
        ("0102000000020000000000000000000000000000000000000000000000000000000000000000000000", "lineString"),
        ("01030000000100000005", "ends too early"),
        ("0101000020110F000066666666668654C03333333333F34340", "SRID=3857"),
    ]

    @Test("what is not an area is refused with the reason, where the row has no coordinate", arguments: unreadable)
    func refused(boundary: String, reason: String) throws {
        let reading = try geofence(boundary)
        #expect(reading.rows.isEmpty)
        #expect(reading.remarks == ["bad_boundary:2"])
        #expect(reading.messages.first?.contains(reason) == true, "\(reading.messages)")
    }

    @Test("beside a good coordinate it is a circle there, with a warning", arguments: unreadable)
    func circleInstead(boundary: String, reason: String) throws {
        let reading = try geofence(boundary, point: "48,2")
        let center = try Coordinate(latitude: 48, longitude: 2)
        #expect(reading.rows.map(\.facility.geofence) == [.circle(center: center, radius: .standard)])
        #expect(reading.remarks == ["bad_boundary:2"])
        #expect(reading.messages.first?.contains("warning") == true)
        #expect(reading.messages.first?.contains(reason) == true, "\(reading.messages)")
        #expect(reading.messages.first?.hasSuffix("the facility is a circle at its coordinate") == true)
    }

    @Test("a form with a bad boundary is refused, because its sender can correct it")
    func form() throws {
        var document = FacilityDocument(file: "form", unreadableValue: .error)
        var rows: [FacilityRow] = []
        try document.consume(Array("id,lat,lon,boundary\n1,48,2,\"LINESTRING(1 2,3 4)\"\n".utf8)) { rows.append($0) }
        try document.finish { rows.append($0) }
        #expect(rows.isEmpty)
        #expect(document.diagnostics[.error] == 1)
    }

    @Test(
        "latitude first is swapped where that holds the row's point, in every notation",
        arguments: [
            "POLYGON((39.8995 -82.1005,39.8995 -82.0995,39.9005 -82.0995,39.9005 -82.1005,39.8995 -82.1005))",
            #"{"type":"Polygon","coordinates":[[[39.8995,-82.1005],[39.8995,-82.0995],[39.9005,-82.0995],"#
                + "[39.9005,-82.1005],[39.8995,-82.1005]]]}",
            "MULTIPOLYGON(((39.8995 -82.1005,39.8995 -82.0995,39.9005 -82.0995,39.9005 -82.1005,39.8995 -82.1005)),"
                + "((39.91 -82.1,39.91 -82.09,39.92 -82.09,39.91 -82.1)))",
        ]
    )
    func latitudeFirst(boundary: String) throws {
        let reading = try geofence(boundary, point: "39.9,-82.1")
        let facility = try #require(reading.rows.first?.facility)
        let point = try Coordinate(latitude: 39.9, longitude: -82.1)
        #expect(facility.geofence.signedDistance(to: point) < -40)
        #expect(reading.remarks == ["latitude_first:2"])
        #expect(reading.messages.first?.contains("swapped") == true)
    }

    @Test("latitude first needs no point where the other order is nowhere on the earth")
    func onlyOrderOnEarth() throws {
        let reading = try geofence("POLYGON((37.7 -122.4,37.7 -122.3,37.8 -122.3,37.7 -122.4))")
        let center = try #require(reading.rows.first?.facility.geofence.center)
        #expect(abs(center.longitude + 122.35) < 1e-9 && abs(center.latitude - 37.75) < 1e-9)
        #expect(reading.remarks == ["latitude_first:2"])
        let point = try geofence("POINT(37.7 -122.4)")
        #expect(point.rows.first?.facility.geofence.center == (try Coordinate(latitude: 37.7, longitude: -122.4)))
        #expect(point.remarks == ["latitude_first:2"])
    }

    @Test(
        "a boundary that holds the point in neither order is refused from 10 km on, and warned of before",
        arguments: [
            ("48.05,3", "boundary_elsewhere", 0), ("-48.05,2.05", "boundary_elsewhere", 0),
            ("48.05,2.18", "coordinate_outside_boundary", 1), ("48.05,2.1001", "", 1), ("48.09,2.11", "", 1),
        ]
    )
    func elsewhere(point: String, code: String, rows: Int) throws {
        let reading = try geofence("POLYGON((2 48,2.1 48,2.1 48.1,2 48.1,2 48))", point: point)
        #expect(reading.rows.count == rows)
        #expect(reading.remarks == (code.isEmpty ? [] : ["\(code):2"]), "\(reading.messages)")
    }

    @Test("a boundary of which one polygon has the latitude first is refused", arguments: [",", "39.9,-82.1"])
    func mixedOrder(point: String) throws {
        let usual = "((-82.1005 39.8995,-82.0995 39.8995,-82.0995 39.9005,-82.1005 39.9005,-82.1005 39.8995))"
        let swapped = "((39.91 -82.1,39.91 -82.09,39.92 -82.09,39.91 -82.1))"
        for boundary in ["MULTIPOLYGON(\(usual),\(swapped))", "MULTIPOLYGON(\(swapped),\(usual))"] {
            let reading = try geofence(boundary, point: point)
            #expect(reading.rows.isEmpty)
            #expect(reading.remarks == ["boundary_elsewhere:2"], "\(reading.messages)")
            #expect(reading.messages.first?.contains("swapped") == true)
        }
    }

    @Test("the middle of a fence is never too far from it: what was exported comes back")
    func ownMiddle() throws {
        let far = "MULTIPOLYGON(((2 48,2.1 48,2.1 48.1,2 48)),((3 48,3.1 48,3.1 48.1,3 48)))"
        let reading = try geofence(far, point: "48.05,2.55")
        #expect(reading.rows.count == 1)
        #expect(reading.messages.isEmpty)
    }

    @Test("latitude and longitude win over the point of a geometry that is elsewhere, with a warning")
    func pointElsewhere() throws {
        let reading = try geofence("POINT(2.5 48.5)", point: "48,2")
        #expect(reading.rows.first?.facility.geofence.center == (try Coordinate(latitude: 48, longitude: 2)))
        #expect(reading.remarks == ["coordinate_outside_boundary:2"])
        #expect(try geofence("POINT(2 48)", point: "48,2").messages.isEmpty)
    }
}
