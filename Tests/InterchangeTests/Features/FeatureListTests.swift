import Testing
import VisitModel

@testable import Interchange

@Suite("GeoJSON lists of places")
struct FeatureListTests {
    private static let gym =
        #"{"type":"Feature","id":"g1","geometry":{"type":"Point","coordinates":[-82.1,39.9]},"#
        + #""properties":{"name":"Iron \"Gym\"","city":"Zürich","radius_m":80,"dwell_seconds":900}}"#
    private static let campus =
        #"{"type":"Feature","id":7,"properties":{"name":"Campus","tags":["a","b"],"address":{"street":"1 Main St","#
        + #""postcode":"08001"}},"geometry":{"type":"MultiPolygon","coordinates":"#
        + "[[[[2,48],[2.1,48],[2.1,48.1],[2,48]]],[[[3,48],[3.1,48],[3.1,48.1],[3,48]]]]}}"

    private func expectBoth(_ reading: FacilityReading) throws {
        #expect(reading.messages.isEmpty)
        #expect(reading.rows.map(\.facility.id.text) == ["g1", "7"])
        let (gym, campus) = (try #require(reading.rows.first?.facility), try #require(reading.rows.last?.facility))
        #expect(gym.name == "Iron \"Gym\"" && gym.address.city == "Zürich" && gym.dwellThreshold.seconds == 900)
        #expect(
            gym.geofence
                == .circle(center: try Coordinate(latitude: 39.9, longitude: -82.1), radius: try Radius(meters: 80))
        )
        #expect(campus.geofence.polygons.count == 2)
        #expect(campus.address.street == "1 Main St" && campus.address.postalCode == "08001")
        #expect(reading.document.isGeoJSON && reading.document.recordCount == 2)
    }

    @Test(
        "a collection, an array, one feature a line and RFC 8142 sequences are read alike",
        arguments: [
            #"{"type":"FeatureCollection","name":"x","features":[\#(gym),\#(campus)]}"#,
            "{\n  \"features\": [\n\(gym),\n\(campus)\n],\n  \"type\": \"FeatureCollection\"\n}\n",
            "[\(gym), \(campus)]", "\(gym)\n\(campus)\n", "\(gym)\n\n\(campus)", "\u{1E}\(gym)\n\u{1E}\(campus)\n",
            "\u{FEFF}{\"type\":\"FeatureCollection\",\"features\":[\(gym),\(campus)]}",
        ]
    )
    func layouts(text: String) throws {
        try expectBoth(FacilityReading(text))
        for chunk in [1, 7, 100] { try expectBoth(FacilityReading(Array(text.utf8), chunk: chunk)) }
    }

    @Test("UTF-16 is read too")
    func utf16() throws {
        let text = #"{"type":"FeatureCollection","features":[\#(Self.gym),\#(Self.campus)]}"#
        let units: [UInt16] = [0xFEFF] + text.utf16
        let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try expectBoth(FacilityReading(bytes))
    }

    @Test("properties are columns, the feature's id goes before every other but facility_id")
    func columns() throws {
        let reading = try FacilityReading(
            #"""
            {"type":"Feature","id":"node/1","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":5,"Bezeichnung":"A"}}
            {"type":"Feature","id":"node/2","geometry":{"type":"Point","coordinates":[1,3]},"properties":{"addr:city":"Köln","id":6,"Bezeichnung":"B"}}
            """#
        )
        #expect(reading.rows.map(\.facility.id.text) == ["node/1", "node/2"])
        #expect(reading.rows.map(\.facility.name) == ["A", "B"])
        #expect(reading.rows.map(\.facility.address.city) == ["", "Köln"])
        #expect(
            reading.document.columns?.headers == ["feature.id", "geometry", "id", "Bezeichnung", "addr:city"]
        )
        #expect(reading.document.columns?.ignored == ["id"])
        let own = try FacilityReading(
            #"[{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"facility_id":"f"}}]"#
        )
        #expect(own.rows.map(\.facility.id.text) == ["f"])
        let without = try FacilityReading(
            #"[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"Nr":"n1"}}]"#
        )
        #expect(without.rows.map(\.facility.id.text) == ["n1"])
    }

    @Test("latitude and longitude among the properties go before the geometry")
    func properties() throws {
        let reading = try FacilityReading(
            #"[{"type":"Feature","id":1,"geometry":null,"properties":{"lat":"39.9 N","lon":"82.1 W"}}]"#
        )
        #expect(reading.rows.first?.facility.geofence.center == (try Coordinate(latitude: 39.9, longitude: -82.1)))
        let line = try FacilityReading(
            #"[{"type":"Feature","id":1,"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"#
                + #""properties":{"lat":39.9,"lon":-82.1}}]"#
        )
        #expect(line.remarks == ["bad_boundary:1"])
        #expect(line.rows.count == 1)
    }

    @Test("a bad feature is named with its number and line, and costs no other")
    func badFeatures() throws {
        let reading = try FacilityReading(
            """
            {"type":"FeatureCollection","features":[
            \(Self.gym),
            {"type":"Feature","id":2,"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{}},
            {"type":"Feature","id":3,"geometry":null,"properties":{"name":"x"}},
            {"type":"Thing","id":4},
            {"type":"Feature","id":5,"geometry":{"type":"Point","coordinates":[200,95]},"properties":null},
            \(Self.campus)
            ]}
            """
        )
        #expect(reading.rows.map(\.facility.id.text) == ["g1", "7"])
        #expect(reading.remarks == ["bad_boundary:3", "missing_coordinate:4", "bad_feature:5", "bad_boundary:6"])
        #expect(
            reading.messages.first?.hasPrefix("gyms.csv:3: geometry: feature 2: the boundary is a LineString") == true
        )
        #expect(reading.document.recordCount == 6)
        let truncated = try FacilityReading("[\(Self.gym),\n{\"type\":\"Feature\",\"id\":9,\"geo")
        #expect(truncated.rows.map(\.facility.id.text) == ["g1"])
        #expect(truncated.remarks == ["bad_feature:2"])
    }

    @Test("the last feature of an id counts, though all are on one line")
    func repeated() throws {
        func feature(_ name: String) -> String {
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"\#(name)"}}"#
        }
        let reading = try FacilityReading("[\(feature("A")),\(feature("B")),\(feature("C"))]")
        #expect(reading.rows.filter { reading.document.isLast($0) }.map(\.facility.name) == ["C"])
        #expect(reading.count("repeated_id") == 2)
    }

    @Test(
        "a list of features changes of a stored facility what it states",
        arguments: [
            (#"{"type":"Point","coordinates":[2.2,48.2]}"#, "", 80.0),
            (#"{"type":"Point","coordinates":[2.2,48.2]}"#, #","radius_m":99"#, 99.0),
        ]
    )
    func partial(geometry: String, property: String, radius: Double) throws {
        let stored = Facility(
            id: try FacilityID("a"),
            name: "Kept",
            geofence: .circle(center: try Coordinate(latitude: 48, longitude: 2), radius: try Radius(meters: 80)),
            timeZone: try TimeZoneName("Europe/Paris")
        )
        let reading = try FacilityReading(
            #"[{"type":"Feature","id":"a","geometry":\#(geometry),"properties":{"city":null\#(property)}}]"#,
            stored: [stored]
        )
        let facility = try #require(reading.rows.first?.facility)
        #expect(facility.name == "Kept" && facility.timeZone == stored.timeZone)
        #expect(
            facility.geofence
                == .circle(center: try Coordinate(latitude: 48.2, longitude: 2.2), radius: try Radius(meters: radius))
        )
    }

    @Test("a point with a radius makes a circle of a facility with a boundary; a point alone leaves the boundary")
    func circleOfPolygon() throws {
        let square = [(2.0, 48.0), (2.01, 48.0), (2.01, 48.01)]
        let polygon = try Polygon(exterior: square.map { try Coordinate(latitude: $0.1, longitude: $0.0) })
        let stored = Facility(id: try FacilityID("a"), geofence: .polygon(polygon))
        func reading(_ properties: String) throws -> FacilityReading {
            try FacilityReading(
                #"[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2.005,48.005]},"properties":\#(properties)}]"#,
                stored: [stored]
            )
        }
        #expect(try reading("{}").rows.map(\.facility) == [stored])
        let circle = try reading(#"{"radius_m":90}"#)
        #expect(circle.rows.first?.facility.geofence.polygons.isEmpty == true)
        #expect(circle.messages.isEmpty)
    }

    @Test(
        "JSON that has no feature is refused",
        arguments: ["{}", "[]", #"{"facilities":[{"id":1}]}"#, #"{"type":"FeatureCollection","features":[]}"#, "[1,2]"]
    )
    func noFeatures(text: String) {
        let error = #expect(throws: InterchangeError.self) { try FacilityReading(text) }
        #expect(error?.code == .format)
    }

    @Test(
        "delimited text is not taken for JSON",
        arguments: ["id,lat,lon\n", "\"id\";lat\n", "", "<gpx/>", "PK\u{3}\u{4}"]
    )
    func delimited(text: String) {
        #expect(!FeatureSurvey.isFeatureList(Array(text.utf8)))
    }
}
