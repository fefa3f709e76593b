import Interchange
import Testing
import VisitModel

@Suite("Coordinates in facility files")
struct FacilityCoordinateTests {
    private static let place = (latitude: 39.9, longitude: -82.1)

    private func expectPlace(_ reading: FacilityReading) throws {
        let center = try #require(reading.rows.first?.facility.geofence.center)
        #expect(abs(center.latitude - Self.place.latitude) < 1e-9, "\(reading.messages)")
        #expect(abs(center.longitude - Self.place.longitude) < 1e-9)
        #expect(reading.messages.isEmpty)
    }

    @Test(
        "two columns have degrees in any notation",
        arguments: [
            ("39°54'00.0\"\"N", "82°06'00.0\"\"W"), ("39.9 N", "82.1 W"), ("N 39.9", "W 82.1"),
            ("39° 54.0'", "-82° 6.0'"),
            ("39,9", "-82,1"), ("39 54 00", "-82 06 00"),
        ]
    )
    func columns(latitude: String, longitude: String) throws {
        try expectPlace(FacilityReading(header: "id,lat,lon", "1,\"\(latitude)\",\"\(longitude)\""))
    }

    @Test(
        "one column has both",
        arguments: [
            "Lat/Long", "LatLng", "coordinates", "GPS", "location", "Koordinaten", "Coordonnées GPS", "Ubicación",
        ]
    )
    func oneColumn(header: String) throws {
        try expectPlace(FacilityReading(header: "id,name,\(header)", "1,Gym,\"39.9, -82.1\""))
        try expectPlace(FacilityReading(header: "id,name,\(header)", "1,Gym,POINT(-82.1 39.9)"))
        try expectPlace(FacilityReading(header: "id;name;\(header)", "1;Gym;39,9 -82,1"))
    }

    @Test("columns of their own win over one with both, and an empty one leaves it to the other")
    func precedence() throws {
        let header = "id,lat,lon,location"
        try expectPlace(FacilityReading(header: header, "1,39.9,-82.1,\"1,2\""))
        try expectPlace(FacilityReading(header: header, "1,,,\"39.9,-82.1\""))
    }

    @Test(
        "what is no coordinate is named with its column",
        arguments: [
            ("Main Street 5", "bad_coordinate"), ("[-82.1, 39.9]", "bad_coordinate"), ("0,0.0", "zero_coordinate"),
            ("-122.4,37.7", "coordinate_out_of_range"), ("", "missing_coordinate"),
        ]
    )
    func refused(text: String, code: String) throws {
        let reading = try FacilityReading(header: "id,location", "1,\"\(text)\"", "2,\"1.0,2.0\"")
        #expect(reading.remarks == ["\(code):2"])
        #expect(reading.messages.first?.contains("location") == true, "\(reading.messages)")
        #expect(reading.rows.map(\.facility.id.text) == ["2"])
    }
}
