import Testing
import TrackingEngine
import VisitModel

// 2024-06-02 was a Sunday, day 1.
@Suite("The explanation of a schedule")
struct ScheduleStateTests {
    @Test(
        "corner cases",
        arguments: [
            ("the start belongs to a window", ["2-6 09:00-17:00"], "2024-06-03T09:00", "location"),
            ("the minute before does not", ["2-6 09:00-17:00"], "2024-06-03T08:59:59", "off"),
            ("the end does not belong to a window", ["2-6 09:00-17:00"], "2024-06-03T17:00", "off"),
            ("the second before does", ["2-6 09:00-17:00"], "2024-06-03T16:59:59", "location"),
            ("1-5 is Sunday to Thursday: Sunday is in", ["1-5 09:00-17:00"], "2024-06-02T12:00", "location"),
            ("1-5 is Sunday to Thursday: Friday is not", ["1-5 09:00-17:00"], "2024-06-07T12:00", "off"),
            ("an end of 00:00 is the midnight after", ["2,4,6 20:00-00:00"], "2024-06-03T23:59:59", "location"),
            ("and nothing of the next day", ["2,4,6 20:00-00:00"], "2024-06-04T00:00", "off"),
            ("nor the midnight before", ["2,4,6 20:00-00:00"], "2024-06-03T00:00", "off"),
            ("a Saturday night runs into Sunday", ["7 22:00-06:00"], "2024-06-02T05:59", "location"),
            ("and ends there", ["7 22:00-06:00"], "2024-06-02T06:00", "off"),
            ("a Saturday has no night before", ["7 22:00-06:00"], "2024-06-08T05:00", "off"),
            ("a Sunday has no night of its own", ["7 22:00-06:00"], "2024-06-02T23:00", "off"),
            ("18:00-12:00 runs to the next noon", ["1-7 18:00-12:00 geofence"], "2024-06-05T11:59", "geofence"),
            ("and leaves the afternoon", ["1-7 18:00-12:00 geofence"], "2024-06-05T12:00", "off"),
            (
                "the latest start decides", ["1-7 18:00-12:00 geofence", "1-7 09:00-17:00"], "2024-06-05T10:00",
                "location"
            ),
            ("whatever the order", ["1-7 09:00-17:00", "1-7 18:00-12:00 geofence"], "2024-06-05T10:00", "location"),
            (
                "the older window decides again after", ["3 08:00-18:00", "3 10:00-11:00 geofence"], "2024-06-04T11:00",
                "location"
            ),
            (
                "of two that start together the shorter one", ["3 08:00-18:00", "3 08:00-09:00 geofence"],
                "2024-06-04T08:30", "geofence"
            ),
            (
                "of two alike the one with location", ["3 08:00-09:00", "3 08:00-09:00 geofence"], "2024-06-04T08:30",
                "location"
            ),
            ("a literal day", ["2024-06-04 09:00-17:00"], "2024-06-04T09:00", "location"),
            ("a literal day does not repeat", ["2024-06-04 09:00-17:00"], "2024-06-11T09:00", "off"),
            ("a literal day may end on the next", ["2024-06-04 22:00-06:00 geofence"], "2024-06-05T05:59", "geofence"),
            ("a literal day may end at midnight", ["2024-06-04 22:00-00:00"], "2024-06-05T00:00", "off"),
            ("a literal span of years", ["2018-01-01-09:00 2026-01-01-17:00"], "2024-06-04T03:00", "location"),
            ("a literal span before its start", ["2018-01-01-09:00 2026-01-01-17:00"], "2018-01-01T08:59", "off"),
            ("a literal span at its end", ["2018-01-01-09:00 2026-01-01-17:00"], "2026-01-01T17:00", "off"),
            (
                "a literal that is over is ignored", ["2018-01-01 09:00-17:00", "3 09:00-10:00"], "2024-06-04T09:30",
                "location"
            ),
            ("no entries", [], "2024-06-04T09:30", "off"),
        ]
    )
    func corners(_ sentence: String, rules: [String], local: String, expected: String) throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let time = try ScheduleWorld.time(local)
        let schedule = try Schedule(parsing: rules)
        #expect(schedule.state(at: time, in: zone).mode?.rawValue ?? "off" == expected, Comment(rawValue: sentence))
        let turned = Schedule(schedule.entries.reversed())
        #expect(turned.state(at: time, in: zone) == schedule.state(at: time, in: zone), Comment(rawValue: sentence))
    }

    @Test("iOS 4.15.1 and before ran `1 00:00-23:59` on day 2 too")
    func secondDay() throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let schedule = try Schedule(parsing: ["1 00:00-23:59"])
        let sunday = try ScheduleWorld.time("2024-06-02T00:00")
        for minute in 0..<7 * 1440 {
            let time = sunday.advanced(by: .seconds(60 * minute))
            #expect((schedule.state(at: time, in: zone).mode != nil) == (minute < 1439), "minute \(minute)")
        }
    }

    @Test("the same instant is in a window in one place and not in another")
    func places() throws {
        let schedule = try Schedule(parsing: ["2-6 09:00-17:00"])
        let time = try ScheduleWorld.time("2024-06-05T14:00Z")
        #expect(schedule.state(at: time, in: try TimeZoneName("Europe/Berlin")).mode == .location)
        #expect(schedule.state(at: time, in: try TimeZoneName("Asia/Kathmandu")).mode == nil)
        #expect(schedule.state(at: time, in: try TimeZoneName("America/New_York")).mode == .location)
    }

    @Test(
        "times beyond all calendars are answered too",
        arguments: [Int64.min, Int64.max, -62_167_219_200_001, 253_402_300_800_001]
    )
    func extremes(milliseconds: Int64) throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let time = Timestamp(milliseconds: milliseconds)
        let schedule = try Schedule(parsing: [
            "1-7 00:00-12:00", "2024-01-01 09:00-10:00 geofence", "9999-12-31 20:00-00:00",
        ])
        _ = schedule.state(at: time, in: zone)
        _ = schedule.remarks(at: time, in: zone)
        _ = try ScheduleExplanation(["1-7 00:00-12:00"], at: time, in: zone)
        let next = schedule.nextEdge(after: time, in: zone)
        let last = schedule.lastEdge(notAfter: time, in: zone)
        #expect((next == nil) == (milliseconds > 0))
        #expect((last == nil) == (milliseconds < 0))
    }
}
