import Foundation
import Testing
import VisitModel

@Suite("Days, months and time zones")
struct CalendarTests {
    @Test("a day and its number belong together, over five centuries")
    func days() throws {
        var last: CivilDate?
        for number in stride(from: -100_000, through: 100_000, by: 1) {
            let date = CivilDate(daysSince1970: number)
            if number.isMultiple(of: 37) {
                #expect(date.daysSince1970 == number)
                #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
            }
            if let last, last >= date { Issue.record("\(last) is not before \(date)") }
            last = date
        }
    }

    @Test(
        "known days",
        arguments: [
            (0, "1970-01-01"), (19_782, "2024-02-29"), (-1, "1969-12-31"), (11_016, "2000-02-29"),
            (-25_509, "1900-02-28"), (-25_508, "1900-03-01"),
        ]
    )
    func known(number: Int, text: String) {
        #expect(CivilDate(daysSince1970: number).description == text)
    }

    @Test(
        "days that the calendar does not have",
        arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)]
    )
    func impossible(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(
        "a month is written 2024-03 and in no other way",
        arguments: ["2024-3", "24-03", "2024-13", "2024-00", "2024/03", "", "2024-03-01", "+024-03", "２024-03"]
    )
    func months(text: String) throws {
        #expect(throws: ValidationError.self) { try Month(text) }
        #expect(try Month("2024-03").description == "2024-03")
        #expect(try Month("2024-03") < Month("2024-10"))
        #expect(try Month("2023-12") < Month("2024-01"))
    }

    @Test(
        "a visit's month and day are those of the place, through a change of the clocks too",
        arguments: [
            ("Europe/Paris", 1_709_247_600_000, "2024-03-01"), ("America/New_York", 1_709_247_600_000, "2024-02-29"),
            ("Pacific/Kiritimati", 1_711_965_599_000, "2024-04-01"), ("UTC", 1_711_929_599_999, "2024-03-31"),
            ("America/Chicago", 1_710_057_600_000, "2024-03-10"), ("America/Chicago", 1_710_050_399_000, "2024-03-09"),
        ] as [(String, Int64, String)]
    )
    func localDates(zone: String, milliseconds: Int64, date: String) throws {
        let place = try TimeZoneName(zone)
        let time = Timestamp(milliseconds: milliseconds)
        #expect(time.localDate(in: place).description == date)
        #expect(time.localMonth(in: place).description == String(date.prefix(7)))
    }

    @Test(
        "abbreviations, offsets and unknown names are not time zones",
        arguments: ["EST", "GMT+2", "+01:00", "", "Mars/Olympus", "CET"]
    )
    func notZones(name: String) {
        let error = #expect(throws: ValidationError.self) { try TimeZoneName(name) }
        #expect(error?.code == .timeZone)
    }

    @Test("two time zones are equal when they are written the same")
    func zones() throws {
        #expect(try TimeZoneName("UTC") == .utc)
        #expect(try TimeZoneName("Europe/Paris") != TimeZoneName("Europe/Berlin"))
        #expect(try Set([TimeZoneName("Europe/Paris"), TimeZoneName("Europe/Paris")]).count == 1)
        #expect(TimeZoneName.utc.description == "UTC")
    }
}
