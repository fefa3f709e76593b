import SeededRandom
import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

@Suite("Entries of a schedule")
struct ScheduleEntryReadingTests {
    @Test(
        "every form is read, and written in one way",
        arguments: [
            ("a single day", "1 17:30-21:00", "1 17:30-21:00"),
            ("a range of days", "2-6 09:00-17:00", "2-6 09:00-17:00"),
            ("an hour of one digit", "2-6 9:00-17:00", "2-6 09:00-17:00"),
            ("a list of days, with an end at midnight", "2,4,6 20:00-00:00", "2,4,6 20:00-00:00"),
            ("a list in any order, a day twice", "6,2,4,2 20:00-0:00", "2,4,6 20:00-00:00"),
            ("a list of days in a row is a range", "2,3,4 20:00-21:00", "2-4 20:00-21:00"),
            ("a range of two days is a list", "6-7 20:00-21:00", "6,7 20:00-21:00"),
            ("a range of one day is a day", "3-3 20:00-21:00", "3 20:00-21:00"),
            ("hours overnight", "7 22:00-06:00", "7 22:00-06:00"),
            ("the mode location, which is the default", "1-7 09:00-17:00 location", "1-7 09:00-17:00"),
            ("the mode geofence", "1-7 18:00-12:00 geofence", "1-7 18:00-12:00 geofence"),
            ("a literal day", "2018-01-01 09:00-17:00", "2018-01-01 09:00-17:00"),
            ("a literal day in a mode", "2018-01-01 9:00-17:00 geofence", "2018-01-01 09:00-17:00 geofence"),
            ("a literal leap day overnight", "2024-02-29 22:00-06:00", "2024-02-29 22:00-06:00"),
            ("a literal span", "2018-01-01-09:00 2019-01-01-17:00", "2018-01-01-09:00 2019-01-01-17:00"),
            (
                "a literal span in a mode", "2018-01-01-9:00 2018-01-02-00:00 geofence",
                "2018-01-01-09:00 2018-01-02-00:00 geofence"
            ),
            ("blanks around and between", "  2-6   09:00-17:00\tgeofence ", "2-6 09:00-17:00 geofence"),
        ]
    )
    func forms(_ sentence: String, text: String, canonical: String) throws {
        let entry = try ScheduleEntry(text)
        #expect(entry.description == canonical, Comment(rawValue: sentence))
        #expect(try ScheduleEntry(canonical) == entry)
    }

    @Test("days are numbered from Sunday, hours and modes are what they say")
    func parts() throws {
        let days = try #require(ScheduleDays([2, 4, 6]))
        let start = try #require(ScheduleTime(hour: 20, minute: 0))
        let hours = try #require(ScheduleHours(from: start, to: .midnight))
        #expect(try ScheduleEntry("2,4,6 20:00-00:00 geofence") == ScheduleEntry(.weekly(days, hours), mode: .geofence))
        #expect(hours.lengthMinutes == 240)
        #expect(!hours.isOvernight)
        let date = try #require(CivilDate(year: 2018, month: 1, day: 1))
        #expect(try ScheduleEntry("2018-01-01 20:00-00:00") == ScheduleEntry(.day(date, hours)))
    }

    @Test(
        "what can't be read is quoted, with the place and what belongs there",
        arguments: [
            ("nothing at all", "", "it is empty, expected for instance 2-6 09:00-17:00"),
            ("blanks only", "  ", "it is empty"),
            ("day 0", "0 09:00-17:00", "`0` at character 1 is not a day, expected 1 (Sunday) to 7 (Saturday)"),
            ("day 8", "8 09:00-17:00", "`8` at character 1 is not a day"),
            ("day 8 at the end of a range", "1-8 09:00-17:00", "`8` at character 3 is not a day"),
            ("day 8 in a list", "2,8 09:00-17:00", "`8` at character 3 is not a day"),
            ("a range backwards", "6-2 09:00-17:00", "the range `6-2` at character 1 runs backwards"),
            ("a list with a hole", "2,,4 09:00-17:00", "`` at character 3 is not a day"),
            ("a range without an end", "2- 09:00-17:00", "`` at character 3 is not a day"),
            ("a list and a range", "1-3,5 09:00-17:00", "`1-3,5` at character 1 mixes a list and a range"),
            ("a day by name", "Mon 09:00-17:00", "`Mon` at character 1 is not a day"),
            ("a day in other digits", "٢ 09:00-17:00", "`٢` at character 1 is not a day"),
            ("no day", "09:00-17:00", "`09:00` at character 1 is not a day"),
            ("no hours", "2-6", "nothing follows `2-6` at character 1, expected hours such as 09:00-17:00"),
            ("one time only", "2-6 09:00", "`09:00` at character 5 are not hours, expected for instance 09:00-17:00"),
            (
                "hour 24", "2-6 20:00-24:00",
                "`24:00` at character 11 is not a time of day, expected 00:00 to 23:59; the midnight"
            ),
            ("hour 25", "2-6 25:00-26:00", "`25:00` at character 5 is not a time of day, expected 00:00 to 23:59"),
            ("minute 60", "2-6 09:60-17:00", "`09:60` at character 5 is not a time of day, expected 00:00 to 23:59"),
            ("a minute of one digit", "2-6 09:0-17:00", "`09:0` at character 5 is not a time of day, expected HH:mm"),
            ("an hour of three digits", "2-6 009:00-17:00", "`009:00` at character 5 is not a time of day"),
            ("seconds", "2-6 09:00:00-17:00", "`09:00:00` at character 5 is not a time of day, expected HH:mm"),
            ("a sign", "2-6 +9:00-17:00", "`+9:00` at character 5 is not a time of day"),
            (
                "an end at the start", "2-6 09:00-09:00",
                "`09:00-09:00` at character 5 ends when it starts, expected another end"
            ),
            ("midnight to midnight", "2-6 00:00-00:00", "a whole day is two entries, 00:00-12:00 and 12:00-00:00"),
            (
                "another mode", "2-6 09:00-17:00 fences",
                "`fences` at character 17 is not a mode, expected location, geofence"
            ),
            ("a mode in capitals", "2-6 09:00-17:00 Location", "`Location` at character 17 is not a mode"),
            ("too many words", "2-6 09:00-17:00 location now", "`now` at character 26 is unexpected"),
            (
                "a day that February has not", "2023-02-29 09:00-17:00",
                "`2023-02-29` at character 1 is not a day of the calendar"
            ),
            (
                "a date of short numbers", "2018-1-1 09:00-17:00",
                "`2018-1-1` at character 1 is not a date, expected yyyy-mm-dd"
            ),
            ("a day without hours", "2018-01-01", "nothing follows `2018-01-01` at character 1"),
            ("a literal day that ends at its start", "2018-01-01 09:00-09:00", "ends when it starts"),
            ("a span without an end", "2018-01-01-09:00", "nothing follows `2018-01-01-09:00` at character 1"),
            ("a span to a time alone", "2018-01-01-09:00 17:00", "`17:00` at character 18 is not a day and time"),
            ("a span that ends at its start", "2018-01-01-09:00 2018-01-01-09:00", "is not after the start"),
            (
                "a span backwards", "2018-01-01-09:00 2018-01-01-00:00",
                "the end, `2018-01-01-00:00` at character 18, is not after"
            ),
            (
                "a span to month 13", "2018-01-01-09:00 2018-13-01-00:00",
                "`2018-13-01` at character 18 is not a day of the calendar"
            ),
            ("something else", "1-2-3-4-5 09:00-17:00", "`1-2-3-4-5` at character 1 is neither days nor a date"),
        ]
    )
    func refusals(_ sentence: String, text: String, message: String) {
        let error = #expect(throws: TrackingEngineError.self, Comment(rawValue: sentence)) { try ScheduleEntry(text) }
        #expect(error?.code == .schedule)
        #expect(error?.message.hasPrefix("the schedule entry `\(text)` can't be read: ") == true)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test("values that make no sense can't be made", arguments: [[], [0], [8], [1, 9], [-1]])
    func values(days: [Int]) throws {
        #expect(ScheduleDays(days) == nil)
        #expect(ScheduleTime(hour: 24, minute: 0) == nil)
        #expect(ScheduleTime(hour: 0, minute: 60) == nil)
        #expect(ScheduleHours(from: .midnight, to: .midnight) == nil)
    }

    @Test("a schedule's error names every entry that can't be read")
    func several() {
        let error = #expect(throws: TrackingEngineError.self) {
            try Schedule(parsing: ["8 09:00-17:00", "1 09:00-17:00", "1 09:00"])
        }
        #expect(error?.message.contains("`8 09:00-17:00`") == true)
        #expect(error?.message.contains("`1 09:00`") == true)
        #expect(error?.message.contains("`1 09:00-17:00`") == false)
    }

    @Test("an entry that is written is read as itself, as text and as JSON", arguments: 1...20)
    func roundTrip(seed: UInt64) throws {
        var random = ScheduleGenerator(seed: seed)
        for _ in 0..<100 {
            let day = Int.random(in: -100_000...1_000_000, using: &random)
            let entry = try ScheduleWorld.entry(near: day, random: &random)
            #expect(try ScheduleEntry(entry.description) == entry, "seed \(seed)")
            let data = try JSONEncoder().encode(Schedule([entry]))
            #expect(try JSONDecoder().decode(Schedule.self, from: data).entries == [entry], "seed \(seed)")
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schedule.self, from: Data(#"["8 1-2"]"#.utf8)) }
    }
}
