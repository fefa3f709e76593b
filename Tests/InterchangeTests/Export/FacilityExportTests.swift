import Foundation
import Interchange
import SeededRandom
import Testing
import VisitModel

@Suite("Exports of facilities")
struct FacilityExportTests {
    /// Facilities with everything that is awkward to write.
    private func samples() throws -> [Facility] {
        let square = try [(2.0, 48.0), (2.0, 48.1), (2.1, 48.1), (2.1, 48.0)].map {
            try Coordinate(latitude: $0.1, longitude: $0.0)
        }
        let hole = try [(2.01, 48.01), (2.02, 48.01), (2.02, 48.02)].map {
            try Coordinate(latitude: $0.1, longitude: $0.0)
        }
        return [
            Facility(
                id: try FacilityID("g1"),
                name: "Iron \"Gym\", Downtown",
                address: PostalAddress(
                    street: "1 Main St\nFloor 2",
                    city: "Zürich",
                    state: "ZH",
                    postalCode: "08001",
                    country: "CH"
                ),
                geofence: .circle(
                    center: try Coordinate(latitude: 47.376886500000001, longitude: -8.00001),
                    radius: try Radius(meters: 150)
                ),
                timeZone: try TimeZoneName("Europe/Zurich")
            ),
            Facility(
                id: try FacilityID("g2"),
                name: "Clinic \\ back\tslash",
                geofence: .polygon(try Polygon(exterior: square, holes: [hole])),
                dwellThreshold: try DwellThreshold(seconds: 0),
                stays: .long,
                partOf: try FacilityID("g3")
            ),
            Facility(
                id: try FacilityID("auto-0123456789abcdef"),
                geofence: .circle(
                    center: try Coordinate(latitude: 0.00000012, longitude: 180),
                    radius: try Radius(meters: 33.3)
                )
            ),
            Facility(
                id: try FacilityID("g3"),
                name: "Campus",
                geofence: try Geofence(polygons: [
                    Polygon(exterior: square, holes: [hole]),
                    Polygon(
                        exterior: square.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude + 1) }
                    ),
                ])
            ),
        ]
    }

    private func csv(_ facilities: [Facility]) -> [UInt8] {
        let writer = FacilityCSVWriter()
        var output: [UInt8] = []
        writer.writeHeader(into: &output)
        for facility in facilities { writer.write(facility, into: &output) }
        return output
    }

    @Test("CSV is written as recorded")
    func csvGolden() throws {
        try GoldenFile("facilities.csv").expect(String(decoding: csv(samples()), as: UTF8.self))
    }

    @Test("CSV comes back as the same facilities, and is written the same again")
    func csvRoundTrip() throws {
        let facilities = try samples()
        let reading = try FacilityReading(csv(facilities))
        #expect(reading.rows.map(\.facility) == facilities)
        #expect(reading.remarks == ["small_radius:5"])
        #expect(csv(reading.rows.map(\.facility)) == csv(facilities))
    }

    @Test("any facility comes back from CSV", arguments: 0..<50)
    func csvProperty(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("aé,;\"\n\r|东")
        func text() -> String {
            "x"
                + String(
                    (0..<Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a"
                    }
                )
                + "x"
        }
        let facilities = try (0..<20).map { index in
            Facility(
                id: try FacilityID("id-\(index)"),
                name: text(),
                address: PostalAddress(
                    street: text(),
                    city: text(),
                    state: text(),
                    postalCode: text(),
                    country: text()
                ),
                geofence: .circle(
                    center: try Coordinate(
                        latitude: .random(in: -90...90, using: &random),
                        longitude: .random(in: -180...180, using: &random)
                    ),
                    radius: try Radius(meters: .random(in: 1...1000, using: &random))
                ),
                dwellThreshold: try DwellThreshold(seconds: .random(in: 0...86_400, using: &random))
            )
        }
        let reading = try FacilityReading(csv(facilities))
        #expect(reading.rows.map(\.facility) == facilities, "seed \(seed)")
    }

    private func geoJSON(_ facilities: [Facility]) -> String {
        var writer = FacilityGeoJSONWriter()
        var output: [UInt8] = []
        writer.writeHeader(into: &output)
        for facility in facilities { writer.write(facility, into: &output) }
        writer.writeFooter(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test("GeoJSON is written as recorded")
    func geoJSONGolden() throws {
        try GoldenFile("facilities.geojson").expect(geoJSON(samples()))
    }

    @Test("GeoJSON comes back as the same facilities, and is written the same again")
    func geoJSONRoundTrip() throws {
        let facilities = try samples()
        let reading = try FacilityReading(geoJSON(facilities))
        #expect(reading.rows.count == facilities.count)
        for (row, facility) in zip(reading.rows, facilities) {
            // A ring of GeoJSON is counterclockwise, so it may be stored in the other direction.
            let read = row.facility
            #expect((read.id, read.name, read.address) == (facility.id, facility.name, facility.address))
            #expect((read.dwellThreshold, read.timeZone) == (facility.dwellThreshold, facility.timeZone))
            #expect((read.stays, read.partOf) == (facility.stays, facility.partOf))
            #expect(read.geofence.center == facility.geofence.center)
            #expect(read.geofence.polygons.count == facility.geofence.polygons.count)
        }
        #expect(reading.remarks == ["small_radius:4"])
        #expect(geoJSON(reading.rows.map(\.facility)) == geoJSON(facilities))
    }

    @Test("GeoJSON is JSON that other programs read", arguments: [0, 1, 3])
    func geoJSONParses(count: Int) throws {
        let text = geoJSON(Array(try samples().prefix(count)))
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let features = try #require(object?["features"] as? [[String: Any]])
        #expect(features.map { $0["id"] as? String } == (try samples().prefix(count).map(\.id.text)))
    }
}
