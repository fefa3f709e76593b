import Testing
import TrackingEngine
import VisitModel

@Suite("Windows where clocks change")
struct ScheduleClockChangeTests {
    @Test(
        "a window is from here to there",
        arguments: [
            (
                "a start that clocks skip is the first time after", "Europe/Berlin", "2024-03-31 02:30-06:00",
                "2024-03-31T01:00Z", "2024-03-31T04:00Z"
            ),
            (
                "an end that clocks skip is the first time after", "Europe/Berlin", "2024-03-31 01:00-02:30",
                "2024-03-31T00:00Z", "2024-03-31T01:00Z"
            ),
            (
                "a night that loses an hour", "Europe/Berlin", "2024-03-30 22:00-06:00", "2024-03-30T21:00Z",
                "2024-03-31T04:00Z"
            ),
            (
                "a start that clocks show twice is the first", "Europe/Berlin", "2024-10-27 02:30-06:00",
                "2024-10-27T00:30Z", "2024-10-27T05:00Z"
            ),
            (
                "an end that clocks show twice is the second", "Europe/Berlin", "2024-10-27 01:00-02:30",
                "2024-10-26T23:00Z", "2024-10-27T01:30Z"
            ),
            (
                "the reading that clocks are put back to is shown twice", "Europe/Berlin", "2024-10-27 01:00-02:00",
                "2024-10-26T23:00Z", "2024-10-27T01:00Z"
            ),
            (
                "the reading that clocks are put back from is shown once", "Europe/Berlin", "2024-10-27 01:00-03:00",
                "2024-10-26T23:00Z", "2024-10-27T02:00Z"
            ),
            (
                "1:30 in New York's autumn, start and end", "America/New_York", "2024-11-03 01:30-01:45",
                "2024-11-03T05:30Z", "2024-11-03T06:45Z"
            ),
            (
                "half an hour is skipped", "Australia/Lord_Howe", "2024-10-06 02:10-02:40", "2024-10-05T15:30Z",
                "2024-10-05T15:40Z"
            ),
            (
                "half an hour is shown twice", "Australia/Lord_Howe", "2024-04-07 01:45-02:15", "2024-04-06T14:45Z",
                "2024-04-06T15:45Z"
            ),
            (
                "clocks put back for Ramadan", "Africa/Casablanca", "2024-03-10 02:30-04:00", "2024-03-10T01:30Z",
                "2024-03-10T04:00Z"
            ),
            (
                "a midnight that clocks skip ends a day an hour later", "America/Sao_Paulo", "2018-11-03 22:00-00:00",
                "2018-11-04T01:00Z", "2018-11-04T03:00Z"
            ),
            ("and starts one", "America/Sao_Paulo", "2018-11-04 00:00-06:00", "2018-11-04T03:00Z", "2018-11-04T08:00Z"),
            (
                "an hour before midnight shown twice", "America/Sao_Paulo", "2018-02-17 23:30-00:00",
                "2018-02-18T01:30Z", "2018-02-18T03:00Z"
            ),
            (
                "the night before a day that does not exist", "Pacific/Apia", "2011-12-29 22:00-06:00",
                "2011-12-30T08:00Z", "2011-12-30T10:00Z"
            ),
            (
                "the night that would begin on it", "Pacific/Apia", "2011-12-30 22:00-06:00", "2011-12-30T10:00Z",
                "2011-12-30T16:00Z"
            ),
            (
                "clocks put back at one minute past midnight", "America/St_Johns", "2006-10-29 00:00-02:00",
                "2006-10-29T02:30Z", "2006-10-29T05:30Z"
            ),
            (
                "two hours are skipped", "Antarctica/Troll", "2024-03-31 02:00-04:00", "2024-03-31T01:00Z",
                "2024-03-31T02:00Z"
            ),
            (
                "a quarter of an hour is skipped for good", "Asia/Kathmandu", "1986-01-01 00:10-00:20",
                "1985-12-31T18:30Z", "1985-12-31T18:35Z"
            ),
        ]
    )
    func windows(_ sentence: String, zone: String, rule: String, start: String, end: String) throws {
        let place = try TimeZoneName(zone)
        let schedule = try Schedule(parsing: [rule])
        let before = try ScheduleWorld.time(start).advanced(by: .seconds(-86_400))
        let first = try #require(schedule.nextEdge(after: before, in: place), Comment(rawValue: sentence))
        let last = try #require(schedule.nextEdge(after: first.time, in: place), Comment(rawValue: sentence))
        #expect(first.time.description == start.dropLast() + ":00Z", Comment(rawValue: sentence))
        #expect(last.time.description == end.dropLast() + ":00Z", Comment(rawValue: sentence))
    }

    @Test(
        "a window that clocks skip does not exist",
        arguments: [
            ("an hour of spring", "Europe/Berlin", "2024-03-31 02:15-02:45"),
            ("up to the end of the gap", "Europe/Berlin", "2024-03-31 02:00-03:00"),
            ("a day that was left out", "Pacific/Apia", "2011-12-30 09:00-17:00"),
            ("the day that Kiritimati left out", "Pacific/Kiritimati", "1994-12-31 09:00-17:00"),
        ]
    )
    func empty(_ sentence: String, zone: String, rule: String) throws {
        let place = try TimeZoneName(zone)
        let schedule = try Schedule(parsing: [rule])
        let early = try ScheduleWorld.time("1990-01-01T00:00Z")
        #expect(schedule.nextEdge(after: early, in: place) == nil, Comment(rawValue: sentence))
        #expect(schedule.remarks(at: early, in: place).map(\.code) == [.skipped], Comment(rawValue: sentence))
        #expect(schedule.remarks(at: early, in: .utc).map(\.code) == [], Comment(rawValue: sentence))
    }

    @Test("a window holds where clocks show the day after its end, and are put back into it")
    func putBackOverMidnight() throws {
        // At 00:01 on Sunday clocks in St. John's went back to 23:01 on Saturday.
        let place = try TimeZoneName("America/St_Johns")
        let schedule = try Schedule(parsing: ["6 23:45-23:30"])
        let sunday = try ScheduleWorld.time("2006-10-29T02:30:30Z")
        #expect(WallReading(sunday, in: place).local == "Sunday 2006-10-29 00:00:30 -02:30")
        #expect(schedule.state(at: sunday, in: place).mode == .location)
        #expect(schedule.nextEdge(after: sunday, in: place)?.time == (try ScheduleWorld.time("2006-10-29T03:00Z")))
    }

    @Test("a weekly window that clocks swallow comes a week later")
    func swallowed() throws {
        let place = try TimeZoneName("Europe/Berlin")
        let schedule = try Schedule(parsing: ["1 02:15-02:45"])
        let saturday = try ScheduleWorld.time("2024-03-30T12:00Z")
        #expect(schedule.nextEdge(after: saturday, in: place)?.time == (try ScheduleWorld.time("2024-04-07T00:15Z")))
    }

    @Test(
        "the vendor's schedule tracks on through every change where its windows touch",
        arguments: ScheduleWorld.oddDays
    )
    func seamless(zone: String, day: String) throws {
        let place = try TimeZoneName(zone)
        let schedule = try Schedule(parsing: ["1-7 00:00-02:30", "1-7 02:30-23:30", "1-7 23:30-00:00"])
        let before = try ScheduleWorld.time("\(day)T00:00Z").advanced(by: .seconds(-5 * 86_400))
        #expect(schedule.state(at: before, in: place).mode == .location)
        #expect(schedule.nextEdge(after: before, in: place) == nil)
        #expect(schedule.lastEdge(notAfter: before.advanced(by: .seconds(10 * 86_400)), in: place) == nil)
    }
}
