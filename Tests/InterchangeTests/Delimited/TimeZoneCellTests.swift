import Interchange
import Testing
import VisitModel

@Suite("Cells of time zones")
struct TimeZoneCellTests {
    @Test(
        "an IANA name among other words is the time zone",
        arguments: [
            ("GMT-07:00 America/Los_Angeles", "America/Los_Angeles"),
            ("(GMT-08:00) Pacific Time - America/Los_Angeles", "America/Los_Angeles"),
            ("(GMT-08:00) Pacific Time–America/Los_Angeles", "America/Los_Angeles"),
            ("America/New_York (EST)", "America/New_York"),
            ("America/New_York, EST5EDT", "America/New_York"),
            ("(UTC-05:00) America/New_York", "America/New_York"),
            ("America/New York City", "America/New_York"),
            ("america/new_york", "America/New_York"),
            ("AMERICA/LOS ANGELES", "America/Los_Angeles"),
            ("GMT+05:30 asia/kolkata", "Asia/Kolkata"),
            ("America/Argentina/Buenos Aires", "America/Argentina/Buenos_Aires"),
            ("america/north dakota/new salem (CST)", "America/North_Dakota/New_Salem"),
            ("America/Port of Spain", "America/Port_of_Spain"),
            ("America/Port-au-Prince -05:00", "America/Port-au-Prince"),
            ("US/Pacific (PST)", "US/Pacific"),
            ("(GMT-03:00) America/Buenos Aires", "America/Buenos_Aires"),
            ("Europe/Paris = Europe/Paris", "Europe/Paris"),
            ("GMT+02:00 Europe/Bucarest", "Europe/Bucharest"),
        ]
    )
    func nameAmongWords(cell: String, name: String) throws {
        let reading = try FacilityReading(header: "id,lat,lon,tz", "1,5,5,\"\(cell)\"", "2,6,6,\"\(cell)\"")
        #expect(reading.rows.map(\.facility.timeZone?.identifier) == [name, name])
        #expect(reading.messages == ["gyms.csv:2: tz: note: `\(cell)` was read as \(name), here and below"])
    }

    @Test(
        "a name as it should be needs no remark",
        arguments: ["Europe/Paris", "UTC", "EST5EDT", "US/Pacific", "Etc/GMT+8", "Asia/Kolkata"]
    )
    func exactName(cell: String) throws {
        let reading = try FacilityReading(header: "id,lat,lon,tz", "1,5,5,\(cell)")
        #expect(reading.rows.map(\.facility.timeZone?.identifier) == [cell])
        #expect(reading.messages.isEmpty)
    }

    static let advice =
        "expected an IANA name such as Europe/Paris; the stored one, or else the database's default, is used instead. "
        + "--map time_zone=COLUMN reads another column, --map time_zone= none"

    @Test(
        "a cell without exactly one zone is warned of, and the facility is imported without a zone",
        arguments: [
            "EST", "Pacific Time", "GMT-07:00", "(UTC-05:00) Eastern Time", "Mars/Base", "12/31/2024",
            "America/New_York or America/Chicago", "America/New_Yorkshire", "NotAmerica/New_York",
            "https://example.com/Europe/Paris", "Etc/GMT-15", "–", "Europe/",
        ]
    )
    func unreadable(cell: String) throws {
        let reading = try FacilityReading(header: "id,lat,lon,tz", "1,5,5,\(cell)")
        #expect(reading.rows.map(\.facility.timeZone) == [nil])
        #expect(reading.messages == ["gyms.csv:2: tz: warning: `\(cell)` is not a time zone, \(Self.advice)"])
    }

    @Test("a column of unreadable zones costs no row, and each row is counted")
    func unreadableColumn() throws {
        let rows = (0..<16_288).map { "\($0),5,5,GMT-07:00 Pacific\n" }.joined()
        let reading = try FacilityReading("id,lat,lon,tz\n" + rows)
        #expect(reading.rows.count == 16_288)
        #expect(reading.count("bad_time_zone") == 16_288)
        #expect(reading.document.diagnostics[.error] == 0)
    }

    @Test("more texts than are remembered are all read")
    func manyTexts() throws {
        let rows = (0..<1500).map { "\($0),5,5,shop \($0) of America/Chicago\n" }.joined()
        let reading = try FacilityReading("id,lat,lon,tz\n" + rows)
        #expect(reading.rows.allSatisfy { $0.facility.timeZone?.identifier == "America/Chicago" })
        #expect(reading.rows.count == 1500)
    }

    @Test("a long cell is shortened in its warning, and kept on one line")
    func longCell() throws {
        let cell = "\"a\n" + String(repeating: "Europe/Paris ", count: 40) + "\""
        let reading = try FacilityReading(header: "id,lat,lon,tz", "1,5,5,\(cell)")
        let message = try #require(reading.messages.first)
        #expect(message.contains("`a Europe/Paris Europe/Paris"))
        #expect(message.contains("…` is not a time zone"))
        #expect(!message.contains("\n"))
    }

    @Test("a document can be asked to refuse a row for its time zone")
    func refused() throws {
        var document = FacilityDocument(file: "form", unreadableValue: .error)
        var rows: [FacilityRow] = []
        try document.consume(Array("id,lat,lon,tz\n1,5,5,EST\n2,5,5,Europe/Paris (CET)\n".utf8)) { rows.append($0) }
        try document.finish { rows.append($0) }
        #expect(rows.map(\.facility.timeZone?.identifier) == ["Europe/Paris"])
        #expect(
            document.diagnostics.entries.first?.description
                == "form:2: tz: `EST` is not a time zone, expected an IANA name such as Europe/Paris"
        )
    }

    @Test("a member's time zone is read in the same way")
    func members() throws {
        var document = MemberDocument(file: "members.csv")
        var rows: [MemberRow] = []
        try document.consume(Array("member_id,tz\nm1,GMT-07:00 America/Los_Angeles\nm2,PDT\n".utf8)) { rows.append($0) }
        try document.finish { rows.append($0) }
        #expect(rows.map(\.timeZone?.identifier) == ["America/Los_Angeles", nil])
        #expect(
            document.diagnostics.entries.map(\.description) == [
                "members.csv:2: tz: note: `GMT-07:00 America/Los_Angeles` was read as America/Los_Angeles, here and below",
                "members.csv:3: tz: warning: `PDT` is not a time zone, expected an IANA name such as Europe/Paris; "
                    + "the member gets none. --map time_zone=COLUMN reads another column, --map time_zone= none",
            ]
        )
    }
}
