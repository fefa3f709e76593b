import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Remarks on a schedule")
struct ScheduleRemarkTests {
    @Test(
        "what is remarkable, and of which entry",
        arguments: [
            (
                "nothing about the vendor's first example",
                ["1 17:30-21:00", "2-6 09:00-17:00", "2,4,6 20:00-00:00", "7 10:00-19:00"], []
            ),
            ("nothing about a night of eight hours", ["1-7 22:00-06:00"], []),
            ("nothing about a night of twelve hours", ["1-7 18:00-06:00"], []),
            ("nothing about an evening to midnight", ["1-7 06:00-00:00"], []),
            ("nothing about windows that touch", ["1-7 09:00-12:00", "1-7 12:00-17:00 geofence"], []),
            ("nothing about a night and the day after", ["7 22:00-06:00", "1 06:00-08:00 geofence"], []),
            (
                "the vendor's second example: the end, and the overlap",
                ["1-7 09:00-17:00 location", "1-7 18:00-12:00 geofence"], ["1 long_overnight", "1 overlap"]
            ),
            ("a Saturday night meets a Sunday", ["7 22:00-06:00", "1 05:00-08:00 geofence"], ["1 overlap"]),
            ("a literal that is over", ["2018-01-01 09:00-17:00", "2-6 09:00-17:00"], ["0 expired"]),
            ("a literal night that is over in the morning", ["2024-06-04 22:00-06:00"], ["0 expired"]),
            ("a literal that goes on", ["2024-06-05 06:00-09:00"], []),
            (
                "an expired literal hides nothing", ["2018-01-01-00:00 2019-01-01-00:00", "2018-05-05 09:00-17:00"],
                ["0 expired", "1 expired"]
            ),
            ("an entry twice", ["2 09:00-17:00", "2 9:00-17:00 location"], ["1 duplicate"]),
            ("an entry inside of another", ["2-6 09:00-17:00", "3 10:00-11:00"], ["1 hidden"]),
            ("an entry inside of another that follows", ["3 10:00-11:00", "2-6 09:00-17:00"], ["0 hidden"]),
            ("a literal day inside of a week", ["2-6 09:00-17:00", "2030-01-01 10:00-11:00"], ["1 hidden"]),
            ("a literal day on another day of the week", ["2,4 09:00-17:00", "2030-01-01 10:00-11:00"], []),
            (
                "a literal span inside of another",
                ["2030-01-01-00:00 2031-01-01-00:00", "2030-05-01-00:00 2030-06-01-00:00"], ["1 hidden"]
            ),
            (
                "a literal span that is no longer than another",
                ["2030-01-01-00:00 2031-01-01-00:00", "2030-05-01-00:00 2031-06-01-00:00"], []
            ),
            (
                "two that are written differently and mean the same",
                ["2030-01-01 09:00-17:00", "2030-01-01-09:00 2030-01-01-17:00"], ["1 hidden"]
            ),
            (
                "a span over windows that together never end",
                ["2030-01-01-00:00 2031-01-01-00:00", "1-7 00:00-12:00", "1-7 12:00-00:00"], []
            ),
            (
                "a span over nights that leave out an hour", ["1-7 18:00-17:00", "2030-01-01-00:00 2031-01-01-00:00"],
                ["0 long_overnight"]
            ),
            (
                "the same times in both modes: location decides", ["3 09:00-10:00 geofence", "2-6 09:00-10:00"],
                ["0 hidden"]
            ),
            (
                "not hidden, for it decides against the other mode",
                ["3 08:00-18:00", "3 10:00-17:00 geofence", "3 11:00-12:00"], ["1 overlap", "2 overlap"]
            ),
            (
                "a literal across weekly windows of the other mode",
                ["2-6 09:00-17:00 geofence", "2030-01-01-00:00 2031-01-01-00:00"], ["1 overlap"]
            ),
        ]
    )
    func remarks(_ sentence: String, rules: [String], expected: [String]) throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let schedule = try Schedule(parsing: rules)
        let remarks = schedule.remarks(at: try ScheduleWorld.time("2024-06-05T08:00"), in: zone)
        #expect(remarks.map { "\($0.index) \($0.code.rawValue)" } == expected, Comment(rawValue: sentence))
        for remark in remarks { #expect(remark.message.contains("`\(schedule.entries[remark.index])`")) }
    }

    @Test("removing a hidden or duplicate entry changes nothing", .long, arguments: 1...4)
    func hidden(seed: UInt64) throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let now = try ScheduleWorld.time("2024-06-05T08:00")
        var random = ScheduleGenerator(seed: seed)
        var seen = 0
        let day = Int(now.milliseconds / 86_400_000)
        let clocks = ScheduleOracle.Clocks(around: day + 6, days: 14, in: zone)
        for _ in 0..<200 {
            let entries = try (0..<4).map { _ in try ScheduleWorld.entry(near: day, random: &random) }
            let schedule = Schedule(entries)
            let idle = Set(
                schedule.remarks(at: now, in: zone).filter { $0.code != .overlap && $0.code != .longOvernight }.map(
                    \.index
                )
            )
            guard !idle.isEmpty else { continue }
            seen += 1
            let less = Schedule(entries.enumerated().filter { !idle.contains($0.offset) }.map(\.element))
            let oracle = ScheduleOracle(schedule, over: clocks)
            let other = ScheduleOracle(less, over: clocks)
            for minute in oracle.sureMinutes where oracle.time(minute) >= now {
                guard oracle.modes[minute] != other.modes[minute] else { continue }
                Issue.record("seed \(seed): \(entries) without \(idle) at \(oracle.time(minute))")
                break
            }
        }
        #expect(seen > 5, "seed \(seed)")
    }
}
