import SeededRandom
import Testing
import VisitModel

@testable import Interchange

@Suite("Files that state a part of a facility")
struct PartialFacilityFileTests {
    private static let corners = [(2.0, 48.0), (2.01, 48.0), (2.01, 48.01), (2.0, 48.01)]

    private static func stored(polygon: Bool = false) throws -> Facility {
        let area = try Polygon(exterior: corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) })
        let circle = Geofence.circle(
            center: try Coordinate(latitude: 48.005, longitude: 2.005),
            radius: try Radius(meters: 80)
        )
        return Facility(
            id: try FacilityID("g1"),
            name: "Iron Gym",
            address: PostalAddress(
                street: "12 Main St",
                city: "Paris",
                state: "IDF",
                postalCode: "75001",
                country: "FR"
            ),
            geofence: polygon ? .polygon(area) : circle,
            dwellThreshold: try DwellThreshold(seconds: 900),
            timeZone: try TimeZoneName("Europe/Paris")
        )
    }

    @Test("a moved place keeps its name, address, radius, dwell threshold and time zone")
    func moved() throws {
        let stored = try Self.stored()
        let reading = try FacilityReading("id,latitude,longitude\ng1,48.1,2.1\n", stored: [stored])
        var expected = stored
        expected.geofence = .circle(
            center: try Coordinate(latitude: 48.1, longitude: 2.1),
            radius: try Radius(meters: 80)
        )
        #expect(reading.rows.map(\.facility) == [expected])
        #expect(
            reading.rows.first?.kept
                == [.name, .address, .city, .state, .postalCode, .country, .radius, .dwellThreshold, .timeZone]
        )
        #expect(reading.messages.isEmpty)
    }

    @Test(
        "a column that is missing, and a field that is empty or a placeholder, change nothing",
        arguments: [nil, "", "  ", "NA", "null", "-999"] as [String?]
    )
    func nothing(cell: String?) throws {
        let columns = [
            "name", "address", "city", "zip", "radius_m", "dwell_seconds", "time_zone", "boundary", "lat", "lon",
        ]
        for polygon in [false, true] {
            let stored = try Self.stored(polygon: polygon)
            let text =
                cell.map { cell in
                    (["id"] + columns).joined(separator: ",") + "\n"
                        + (["g1"] + columns.map { _ in cell }).joined(separator: ",") + "\n"
                } ?? "id,phone\ng1,555\n"
            let reading = try FacilityReading(text, stored: [stored])
            #expect(reading.rows.map(\.facility) == [stored], "\(reading.messages)")
            #expect(
                reading.rows.first?.kept.contains(polygon ? [.boundary, .position] : [.radius, .position]) == true
            )
        }
    }

    @Test("a hyphen clears: text is empty, numbers are the defaults, a boundary gives way to a circle")
    func cleared() throws {
        let text = "id,name,address,city,state,zip,country,dwell,tz,boundary,radius\ng1,-,-,-,-,-,-,-,-,-,-\n"
        let reading = try FacilityReading(text, stored: [Self.stored(polygon: true)])
        let facility = try #require(reading.rows.first?.facility)
        #expect(facility.name.isEmpty && facility.address == PostalAddress())
        #expect(facility.dwellThreshold == .standard && facility.timeZone == nil)
        let center = try Self.stored(polygon: true).geofence.center
        #expect(facility.geofence == .circle(center: center, radius: .standard))
        #expect(reading.rows.first?.kept == .position)
        #expect(reading.messages.isEmpty)
        // A new facility has nothing to clear.
        let new = try FacilityReading("id,name,lat,lon,radius,tz\nn,-,1,2,-,-\n", stored: [])
        #expect(new.rows.map(\.facility.name) == [""])
        #expect(
            new.rows.first?.facility.geofence
                == .circle(center: try Coordinate(latitude: 1, longitude: 2), radius: .standard)
        )
    }

    @Test("a position can't be cleared")
    func clearedPosition() throws {
        let reading = try FacilityReading("id,lat,lon\ng1,-,-\n", stored: [Self.stored()])
        #expect(reading.rows.isEmpty)
        #expect(reading.remarks == ["bad_coordinate:2", "bad_coordinate:2"])
    }

    @Test("each field is changed alone", arguments: ["name", "city", "radius_m", "dwell_minutes", "time_zone"])
    func oneField(field: String) throws {
        let values = ["name": "New", "city": "Lyon", "radius_m": "99", "dwell_minutes": "20", "time_zone": "UTC"]
        var expected = try Self.stored()
        switch field {
        case "name": expected.name = "New"
        case "city": expected.address.city = "Lyon"
        case "radius_m":
            expected.geofence = .circle(center: expected.geofence.center, radius: try Radius(meters: 99))
        case "dwell_minutes": expected.dwellThreshold = try DwellThreshold(seconds: 1200)
        default: expected.timeZone = try TimeZoneName("UTC")
        }
        let text = "id,\(field)\ng1,\(values[field] ?? "")\n"
        let reading = try FacilityReading(text, stored: [Self.stored()])
        #expect(reading.rows.map(\.facility) == [expected])
        // The file has no column of coordinates, which may not have been recognized.
        #expect(reading.remarks == ["no_coordinate_column:1"])
    }

    @Test("a row without a position is an error where its facility is not stored, and others are used")
    func unknown() throws {
        let reading = try FacilityReading("id,name\ng1,A\nnew,B\n", stored: [Self.stored()])
        #expect(reading.rows.map(\.facility.id.text) == ["g1"])
        #expect(reading.remarks == ["missing_coordinate:3", "no_coordinate_column:1"])
        #expect(reading.messages.first?.contains("there is no facility `new`") == true)
        let empty = try FacilityReading("id,lat,lon\ng1,,\nnew,,\n", stored: [Self.stored()])
        #expect(empty.rows.map(\.facility.id.text) == ["g1"])
        #expect(empty.remarks == ["missing_coordinate:3"])
    }

    @Test("a file without a column of coordinates, and without a stored facility, is refused as a whole")
    func noCoordinates() throws {
        let error = #expect(throws: InterchangeError.self) {
            try FacilityReading("id,name,Rechtswert,Hochwert\na,A,1,2\nb,B,3,4\n", stored: [Self.stored()])
        }
        #expect(error?.code == .header)
        #expect(error?.message.contains("`Hochwert`") == true)
        #expect(error?.message.contains("latitude=COLUMN") == true)
    }

    @Test("half a coordinate is an error, stored or not", arguments: ["id,lat,lon\ng1,48,\n", "id,lat,lon\ng1,,2\n"])
    func half(text: String) throws {
        #expect(try FacilityReading(text, stored: [Self.stored()]).remarks == ["missing_coordinate:2"])
        #expect(throws: InterchangeError.self) { try FacilityReading("id,lat\ng1,48\n", stored: [Self.stored()]) }
    }

    @Test("a stored boundary stays where the new point belongs to it, and is never left behind by a move")
    func boundaryAndPoint() throws {
        let stored = try Self.stored(polygon: true)
        let near = try FacilityReading("id,lat,lon\ng1,48.006,2.004\n", stored: [stored])
        #expect(near.rows.map(\.facility) == [stored])
        #expect(near.rows.first?.kept.contains(.boundary) == true)
        let far = try FacilityReading("id,lat,lon\ng1,48.1,2.1\n", stored: [stored])
        #expect(far.rows.isEmpty)
        #expect(far.remarks == ["boundary_elsewhere:2"])
        // With `-` for the boundary it is a circle at the new point.
        let circle = try FacilityReading("id,lat,lon,boundary\ng1,48.1,2.1,-\n", stored: [stored])
        #expect(
            circle.rows.map(\.facility.geofence)
                == [.circle(center: try Coordinate(latitude: 48.1, longitude: 2.1), radius: .standard)]
        )
    }

    @Test("a radius of a facility with a boundary is named, and changes nothing")
    func radiusBesideBoundary() throws {
        let stored = try Self.stored(polygon: true)
        let reading = try FacilityReading("id,lat,lon,radius\ng1,48.005,2.005,90\n", stored: [stored])
        #expect(reading.rows.map(\.facility) == [stored])
        #expect(reading.remarks == ["radius_ignored:2"])
    }

    @Test("a boundary alone has to be where the stored circle is, in one order or the other")
    func boundaryAlone() throws {
        func reading(_ boundary: String, polygon: Bool = false) throws -> FacilityReading {
            try FacilityReading("id,boundary\ng1,\"\(boundary)\"\n", stored: [Self.stored(polygon: polygon)])
        }
        let square = "POLYGON((2 48,2.01 48,2.01 48.01,2 48.01,2 48))"
        let usual = try reading(square)
        #expect(usual.rows.map(\.facility.geofence) == [try Self.stored(polygon: true).geofence])
        #expect(usual.messages.isEmpty)
        for polygon in [false, true] {
            let swapped = try reading("POLYGON((48 2,48 2.01,48.01 2.01,48.01 2,48 2))", polygon: polygon)
            #expect(swapped.rows.map(\.facility.geofence) == [try Self.stored(polygon: true).geofence])
            #expect(swapped.remarks == ["latitude_first:2"])
        }
        let elsewhere = "POLYGON((5 40,5.01 40,5.01 40.01,5 40))"
        #expect(try reading(elsewhere).remarks == ["boundary_elsewhere:2"])
        // A facility that is nothing but its boundary moves with it.
        #expect(try reading(elsewhere, polygon: true).remarks == ["coordinate_outside_boundary:2"])
    }

    @Test("an unreadable boundary beside a good coordinate leaves a stored one as it is")
    func unreadableBoundary() throws {
        let stored = try Self.stored(polygon: true)
        let reading = try FacilityReading("id,lat,lon,wkt\ng1,48.005,2.005,LINESTRING(1 2)\n", stored: [stored])
        #expect(reading.rows.map(\.facility) == [stored])
        #expect(reading.messages.first?.hasSuffix("the stored boundary is kept") == true)
    }

    @Test("a row without an id is completed from the facility that it was given an id for")
    func derivedID() throws {
        let first = try FacilityReading("name,lat,lon,dwell\nGym,48,2,300\n", stored: [])
        let stored = try #require(first.rows.first?.facility)
        let again = try FacilityReading("name,lat,lon\nGym,48,2\n", stored: [stored])
        #expect(again.rows.map(\.facility) == [stored])
        #expect(again.rows.first?.kept == .dwellThreshold)
    }

    @Test("any columns in any rows leave the rest of the facility as it was", arguments: 0..<40 as Range<UInt64>)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var facility = try Self.stored()
        for step in 0..<12 {
            var expected = facility
            var cells: [(header: String, text: String)] = [("id", "g1")]
            func chance() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
            if chance() {
                let text = ["", "-", "Name \(step)"].randomElement(using: &random) ?? ""
                cells.append(("name", text))
                if !text.isEmpty { expected.name = text == "-" ? "" : text }
            }
            if chance() {
                let text = ["", "-", "City \(step)"].randomElement(using: &random) ?? ""
                cells.append(("city", text))
                if !text.isEmpty { expected.address.city = text == "-" ? "" : text }
            }
            if chance() {
                let seconds = Int.random(in: 60...5000, using: &random)
                let text = ["", "-", "\(seconds)"].randomElement(using: &random) ?? ""
                cells.append(("dwell_seconds", text))
                if text == "-" { expected.dwellThreshold = .standard }
                if text.count > 1 { expected.dwellThreshold = try DwellThreshold(seconds: seconds) }
            }
            if chance() {
                let text = ["", "-", "Asia/Tokyo"].randomElement(using: &random) ?? ""
                cells.append(("time_zone", text))
                if text == "-" { expected.timeZone = nil }
                if text.count > 1 { expected.timeZone = try TimeZoneName(text) }
            }
            guard case .circle(var center, var radius) = facility.geofence else { return }
            if chance() {
                center = try Coordinate(latitude: Double(step) + 1, longitude: 2)
                cells += [("latitude", "\(step + 1)"), ("longitude", "2")]
            }
            if chance() {
                let meters = Int.random(in: 40...900, using: &random)
                let text = ["", "-", "\(meters)"].randomElement(using: &random) ?? ""
                cells.append(("radius_m", text))
                if text == "-" { radius = .standard }
                if text.count > 1 { radius = try Radius(meters: Double(meters)) }
            }
            expected.geofence = .circle(center: center, radius: radius)
            cells.shuffle(using: &random)
            let text = [cells.map(\.header), cells.map(\.text)].map { $0.joined(separator: ",") + "\n" }.joined()
            let reading = try FacilityReading(text, stored: [facility])
            #expect(reading.rows.map(\.facility) == [expected], "seed \(seed), \(text)")
            facility = expected
        }
    }
}
