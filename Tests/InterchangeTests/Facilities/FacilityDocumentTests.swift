import Testing
import VisitModel

@testable import Interchange

@Suite("Facility files")
struct FacilityDocumentTests {
    @Test("a full row gives a full facility")
    func fullRow() throws {
        let reading = try FacilityReading(
            header:
                "facility_id;name;addr:housenumber;addr:street;city;state;zip;country;lat;lon;radius_m;dwell_seconds;"
                + "time_zone;stays;member_id",
            "g1; Iron \"Gym\" ;12;Main Street;Paris;IDF;75001;FR;48,8566;2,3522;80,5;300;Europe/Paris;long;m7"
        )
        let facility = Facility(
            id: try FacilityID("g1"),
            name: "Iron \"Gym\"",
            address: PostalAddress(
                street: "12 Main Street",
                city: "Paris",
                state: "IDF",
                postalCode: "75001",
                country: "FR"
            ),
            geofence: .circle(
                center: try Coordinate(latitude: 48.8566, longitude: 2.3522),
                radius: try Radius(meters: 80.5)
            ),
            dwellThreshold: try DwellThreshold(seconds: 300),
            timeZone: try TimeZoneName("Europe/Paris"),
            stays: .long
        )
        #expect(reading.rows == [FacilityRow(facility: facility, member: try MemberID("m7"), line: 2, number: 1)])
        #expect(reading.messages.isEmpty)
    }

    @Test(
        "what a row does not say comes from the defaults, and the time zone from nowhere",
        arguments: ["", "NA", "-999"]
    )
    func defaults(missing: String) throws {
        let defaults = FacilityDefaults(radius: try Radius(meters: 75), dwellThreshold: try DwellThreshold(seconds: 60))
        let text =
            "id,name,lat,lon,radius_m,dwell_seconds,time_zone,boundary\n1,\(missing),1,2,\(missing),\(missing),"
            + "\(missing),\(missing)\n"
        let reading = try FacilityReading(Array(text.utf8), defaults: defaults)
        let facility = try #require(reading.rows.first?.facility)
        #expect(
            facility.geofence == .circle(center: try Coordinate(latitude: 1, longitude: 2), radius: defaults.radius)
        )
        #expect(facility.dwellThreshold == defaults.dwellThreshold)
        #expect(facility.timeZone == nil)
        #expect(facility.name.isEmpty)
    }

    static let header = "id,name,lat,lon,radius_m,dwell_seconds,time_zone,boundary,member_id"

    @Test(
        "a bad row is named with its place, column and remedy",
        arguments: [
            (
                "1,a,,,,,,,",
                "gyms.csv:2: lat: latitude and longitude are missing, expected degrees from -90 to 90"
            ),
            ("1,a,5,NA,,,,,", "gyms.csv:2: lon: the coordinate is missing, expected degrees from -180 to 180"),
            ("1,a,north,5,,,,,", "gyms.csv:2: lat: `north` is not a number, expected degrees north such as 48.8566"),
            (
                "1,a,95,50,,,,,",
                "gyms.csv:2: lat: latitude 95.0 is out of range, expected -90 to 90 degrees; "
                    + "latitude and longitude seem to be swapped"
            ),
            ("1,a,5,181,,,,,", "gyms.csv:2: lon: longitude 181.0 is out of range, expected -180 to 180 degrees"),
            (
                "1,a,0,0.0,,,,,",
                "gyms.csv:2: lat: latitude and longitude are both 0, a point in the sea often written for an "
                    + "unknown one, expected the facility's position"
            ),
            ("1,a,5,5", "gyms.csv:2: the row has 4 fields, expected 9 as in the header"),
            ("1,a,5,5,wide,,,,", "gyms.csv:2: radius_m: `wide` is not a number, expected metres such as 150"),
            ("1,a,5,5,0,,,,", "gyms.csv:2: radius_m: radius 0.0 m is out of range, expected 1 to 100000 metres"),
            ("1,a,5,5,\"1,500\",,,,", "gyms.csv:2: radius_m: `1,500` is not a number, expected metres such as 150"),
            ("1,a,5,5,,1.5,,,", "gyms.csv:2: dwell_seconds: `1.5` is not a whole number, expected seconds such as 600"),
            (
                "1,a,5,5,,90000,,,",
                "gyms.csv:2: dwell_seconds: dwell threshold 90000 s is out of range, expected 0 to 86400"
            ),
            (
                "1,a,,,,,,CIRCLE(1 2),",
                "gyms.csv:2: boundary: the boundary begins with neither POLYGON nor {, expected a WKT or "
                    + "GeoJSON polygon in longitude and latitude"
            ),
            (
                "1,a,39°61',5,,,,,",
                "gyms.csv:2: lat: `39°61'` has minutes or seconds of 60 or more, expected degrees north such as 48.8566"
            ),
            (
                "1,a,5 W,5,,,,,",
                "gyms.csv:2: lat: `5 W` is a longitude, expected degrees north such as 48.8566; latitude and longitude "
                    + "seem to be swapped"
            ),
            ("\"1\n2\",a,5,5,,,,,", "gyms.csv:2: id: the identifier holds a control character"),
        ]
    )
    func badRow(row: String, message: String) throws {
        let reading = try FacilityReading(header: Self.header, row, "2,good,5,6,,,,,")
        #expect(reading.messages == [message])
        #expect(reading.rows.map(\.facility.id.text) == ["2"])
        #expect(reading.document.recordCount == 2)
    }

    @Test("all errors of a row are reported at once")
    func severalProblems() throws {
        let reading = try FacilityReading(header: Self.header, "1,a,x,y,0,-1,Mars/Base,POLYGON,")
        #expect(
            Set(reading.remarks) == [
                "bad_boundary:2", "bad_coordinate:2", "bad_radius:2", "bad_dwell:2", "bad_time_zone:2",
            ]
        )
        #expect(reading.count("bad_coordinate") == 2)
    }

    @Test("a file without coordinate columns is refused, with its columns named")
    func noCoordinateColumn() {
        let error = #expect(throws: InterchangeError.self) { try FacilityReading(header: "id,breadth,lon", "1,2,3") }
        #expect(error?.code == .header)
        #expect(error?.message.contains("`breadth`") == true)
        #expect(error?.message.contains("latitude=COLUMN") == true)
    }

    @Test("an empty file is refused", arguments: ["", "\n\n", "\u{FEFF}"])
    func empty(text: String) {
        let error = #expect(throws: InterchangeError.self) { try FacilityReading(text) }
        #expect(error?.code == .empty)
    }

    @Test("a header without rows is valid, and has no rows")
    func headerOnly() throws {
        let reading = try FacilityReading(header: "id,lat,lon")
        #expect(reading.document.recordCount == 0)
        #expect(reading.messages.isEmpty)
    }

    @Test("an open quote is one error at its line, and costs no other row")
    func openQuote() throws {
        let reading = try FacilityReading(header: "id,name,lat,lon", "1,\"Foo,5,5", "2,Bar,6,6", "3,\"Baz\",7,7")
        #expect(reading.rows.map(\.facility.name) == ["Bar", "Baz"])
        #expect(
            reading.messages == [
                "gyms.csv:2: name: the quote that opens the field is never closed, expected a quote at its end"
            ]
        )
    }

    @Test(
        "an open quote without an end ends the reading at its line",
        arguments: [
            ("1,Foo,5,5\n2,\"Fu,5,5\n", "gyms.csv:3: name: "), ("1,\"F\noo\",5,5\n2,Fu,\"5,5\n", "gyms.csv:4: lat: "),
            ("\"1,Foo,5,5\n", "gyms.csv:2: id: "),
        ]
    )
    func endlessQuote(rows: String, place: String) {
        let text = "id,name,lat,lon\n\(rows)" + (3...2_000).map { "\($0),Bar,6,6\n" }.joined()
        let error = #expect(throws: InterchangeError.self) { try FacilityReading(text) }
        #expect(error?.code == .quote)
        #expect(error?.message.hasPrefix("\(place)the quote that opens the field is not closed") == true)
    }

    @Test("an open quote in the header ends the reading too")
    func endlessQuoteInHeader() {
        let text = "id,\"name,lat,lon\n" + (3...2_000).map { "\($0),Bar,6,6\n" }.joined()
        let error = #expect(throws: InterchangeError.self) { try FacilityReading(text) }
        #expect(error?.message.hasPrefix("gyms.csv:1: the quote that opens the field is not closed") == true)
    }

    @Test(
        "an open quote above many rows with quotes is one error at its line",
        arguments: ["\"Bar\"", "\"B \"\"ar\"\"\""]
    )
    func openQuoteAboveManyRows(name: String) throws {
        var text = "id,name,lat,lon\n1,Foo,5,5\n2,\"Fu,5,5\n"
        for number in 3...5_000 { text += "\(number),\(name),\(Double(number) / 100),6\n" }
        let reading = try FacilityReading(text)
        #expect(reading.rows.count == 4_999)
        #expect(reading.document.diagnostics.entries.filter { $0.severity == .error }.map(\.line) == [3])
        #expect(reading.document.diagnostics.countsByCode["unclosed_quote"] == 1)
    }

    @Test("a character that can't be seen is a warning at its row and column")
    func hiddenCharacters() throws {
        let reading = try FacilityReading(
            header: "id,name,city,lat,lon,comment",
            "1,Gym\u{202E}moc,Ulm,5,5,",
            "2\u{200B},Bar,K\u{F6}ln\u{85},6,6,",
            "3,\u{645}\u{6CC}\u{200C}\u{62E},\u{6771}\u{4EAC},7,7,unused \u{202E}"
        )
        #expect(reading.rows.map(\.facility.name.unicodeScalars.count) == [7, 3, 4])
        #expect(reading.remarks == ["hidden_character:2", "hidden_character:3", "hidden_character:3"])
        #expect(
            reading.messages.first
                == "gyms.csv:2: name: warning: the field holds U+202E, which is invisible or changes the order of the text; "
                + "it was kept, and is displayed as \\u{202E}"
        )
    }

    @Test("a duplicate column is reported, and the first is used")
    func repeatedColumn() throws {
        let reading = try FacilityReading(header: "id,lat,lon,Lat", "1,5,6,7")
        #expect(reading.remarks == ["repeated_column:1"])
        #expect(reading.rows.first?.facility.geofence.center == (try Coordinate(latitude: 5, longitude: 6)))
    }

    @Test("rows with only delimiters are blank")
    func blankRows() throws {
        let reading = try FacilityReading(header: "id,lat,lon", "1,5,5", ",,", "", "2,6,6", ",,")
        #expect(reading.document.recordCount == 2)
        #expect(reading.messages.isEmpty)
    }

    @Test("a million bad rows are counted, and only a limited number stored")
    func diagnosticLimit() throws {
        let text = "id,lat,lon\n" + (0..<1000).map { "\($0),,\n" }.joined()
        let reading = try FacilityReading(Array(text.utf8), diagnosticLimit: 10)
        #expect(reading.document.diagnostics.entries.count == 10)
        #expect(reading.count("missing_coordinate") == 1000)
        #expect(reading.document.diagnostics[.error] == 1000)
        #expect(reading.document.diagnostics.omittedCount == 990)
    }

    @Test("common names for one time zone are understood, with a remark")
    func zoneAliases() throws {
        let reading = try FacilityReading(header: "id,lat,lon,tz", "1,5,5,MST", "2,6,6,MST", "3,7,7,Europe/Bucarest")
        #expect(
            reading.rows.map(\.facility.timeZone?.identifier)
                == ["America/Phoenix", "America/Phoenix", "Europe/Bucharest"]
        )
        #expect(reading.remarks == ["time_zone_alias:2", "time_zone_alias:4"])
    }
}
