import Interchange
import Testing
import VisitModel

@Suite("Dwell thresholds in facility files")
struct DwellTextTests {
    private func reading(_ header: String, _ cells: String...) throws -> FacilityReading {
        let rows = cells.enumerated().map { "\($0),5,\($0 + 1),\($1)\n" }
        return try FacilityReading("id,lat,lon,\(header)\n" + rows.joined())
    }

    @Test(
        "a number is in the unit that its column names",
        arguments: [
            ("dwell", "900", 900), ("dwell_seconds", "900", 900), ("dwell_minutes", "15", 900),
            ("Dwell (min)", "15", 900),
            ("Dwell Minutes", "7.5", 450), ("Mindestaufenthalt (Minuten)", "15", 900),
            ("Durée minimale (minutes)", "15", 900), ("dwell", "15 min", 900), ("dwell", "15min", 900),
            ("dwell", "0:15:00", 900), ("dwell_minutes", "900 s", 900), ("dwell", "1.5 h", 5400),
            ("Verweildauer", "15 Minuten", 900), ("dwell", "0", 0), ("dwell", "60", 60),
        ]
    )
    func units(header: String, cell: String, seconds: Int) throws {
        let reading = try reading(header, cell)
        #expect(reading.rows.map(\.facility.dwellThreshold.seconds) == [seconds])
        #expect(reading.messages.isEmpty)
    }

    @Test("fewer than 60 seconds are used, with one warning that says what they were read as")
    func short() throws {
        let reading = try reading("dwell", "600", "15", "10", "0", "30 s")
        #expect(reading.rows.map(\.facility.dwellThreshold.seconds) == [600, 15, 10, 0, 30])
        #expect(
            reading.messages == [
                "gyms.csv:3: dwell: warning: `15` was read as seconds, less than a minute; where minutes are meant, name "
                    + "the column dwell_minutes; so were 1 more"
            ]
        )
        #expect(try self.reading("dwell_seconds", "15").remarks == ["dwell_unit:2"])
    }

    @Test("more than four hours in minutes are used, with a warning")
    func long() throws {
        let reading = try reading("dwell_min", "10", "600")
        #expect(reading.rows.map(\.facility.dwellThreshold.seconds) == [600, 36_000])
        #expect(reading.remarks == ["dwell_unit:3"])
        #expect(reading.messages.first?.contains("was read as minutes") == true)
    }

    @Test("seconds come before minutes, row by row")
    func both() throws {
        let reading = try FacilityReading(
            header: "id,lat,lon,dwell_seconds,dwell_minutes",
            "1,1,1,300,20",
            "2,2,2,,20",
            "3,3,3,,"
        )
        #expect(reading.rows.map(\.facility.dwellThreshold.seconds) == [300, 1200, 600])
    }

    @Test(
        "what is no duration is refused",
        arguments: [
            ("dwell", "soon"), ("dwell", "1.5"), ("dwell", "15 apples"), ("dwell_minutes", "0.001"), ("dwell", "-1"),
        ]
    )
    func refused(header: String, cell: String) throws {
        let reading = try reading(header, cell)
        #expect(reading.remarks == ["bad_dwell:2"])
        #expect(reading.rows.isEmpty)
    }
}
