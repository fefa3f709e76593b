import Testing
import TrackingEngine
import VisitModel

@Suite("When a schedule changes")
struct ScheduleEdgeTests {
    private let zone: TimeZoneName

    init() throws {
        zone = try TimeZoneName(ScheduleWorld.berlin)
    }

    /// The next edges, as `2024-06-05T09:00 off location`.
    private func course(_ rules: [String], after local: String, count: Int) throws -> [String] {
        let schedule = try Schedule(parsing: rules)
        var time = try ScheduleWorld.time(local)
        var lines: [String] = []
        while lines.count < count, let edge = schedule.nextEdge(after: time, in: zone) {
            let reading = WallReading(edge.time, in: zone).local.split(separator: " ")
            lines.append("\(reading[1])T\(reading[2]) \(edge.before.name) \(edge.after.name)")
            #expect(schedule.lastEdge(notAfter: edge.time, in: zone) == edge)
            #expect(edge.time > time)
            time = edge.time
        }
        return lines
    }

    @Test(
        "what comes",
        arguments: [
            (
                "a window starts and ends", ["2-6 09:00-17:00"], "2024-06-05T08:00",
                ["2024-06-05T09:00 off location", "2024-06-05T17:00 location off"]
            ),
            (
                "an edge at the time itself is not next", ["2-6 09:00-17:00"], "2024-06-05T09:00",
                ["2024-06-05T17:00 location off"]
            ),
            ("over the weekend", ["2-6 09:00-17:00"], "2024-06-07T17:00", ["2024-06-10T09:00 off location"]),
            (
                "windows of one mode that touch", ["4 09:00-12:00", "4 12:00-17:00"], "2024-06-05T08:00",
                ["2024-06-05T09:00 off location", "2024-06-05T17:00 location off"]
            ),
            (
                "windows of one mode that overlap", ["4 09:00-13:00", "4 12:00-17:00"], "2024-06-05T09:00",
                ["2024-06-05T17:00 location off"]
            ),
            (
                "windows of different modes that touch", ["4 09:00-12:00", "4 12:00-17:00 geofence"],
                "2024-06-05T09:00", ["2024-06-05T12:00 location geofence", "2024-06-05T17:00 geofence off"]
            ),
            (
                "windows of different modes that overlap", ["4 09:00-13:00", "4 12:00-17:00 geofence"],
                "2024-06-05T09:00", ["2024-06-05T12:00 location geofence", "2024-06-05T17:00 geofence off"]
            ),
            (
                "a window inside of another", ["4 09:00-17:00", "4 12:00-13:00 geofence"], "2024-06-05T09:00",
                [
                    "2024-06-05T12:00 location geofence", "2024-06-05T13:00 geofence location",
                    "2024-06-05T17:00 location off",
                ]
            ),
            (
                "midnights of one mode that touch", ["4 20:00-00:00", "5 00:00-06:00"], "2024-06-05T19:00",
                ["2024-06-05T20:00 off location", "2024-06-06T06:00 location off"]
            ),
            (
                "a literal span years away", ["2099-01-01-09:00 2099-03-01-17:00"], "2024-06-05T08:00",
                ["2099-01-01T09:00 off location", "2099-03-01T17:00 location off"]
            ),
            (
                "a literal years away over weeks that never change",
                ["1-7 00:00-12:00", "1-7 12:00-00:00", "2099-01-01 09:00-10:00 geofence"], "2024-06-05T08:00",
                ["2099-01-01T09:00 location geofence", "2099-01-01T10:00 geofence location"]
            ),
            (
                "weeks that show through a literal span",
                ["4 09:00-10:00", "2024-06-01-00:00 2024-08-01-00:00 geofence"], "2024-06-05T08:00",
                ["2024-06-05T09:00 geofence location", "2024-06-05T10:00 location geofence"]
            ),
        ]
    )
    func courses(_ sentence: String, rules: [String], after local: String, expected: [String]) throws {
        #expect(try course(rules, after: local, count: expected.count) == expected, Comment(rawValue: sentence))
        #expect(
            try course(rules.reversed(), after: local, count: expected.count) == expected,
            Comment(rawValue: sentence)
        )
    }

    @Test(
        "nothing comes",
        arguments: [
            ("no entries", []), ("always on", ["1-7 00:00-12:00", "1-7 12:00-00:00"]),
            ("always on, in windows that overlap", ["1-7 00:00-13:00", "1-7 12:00-01:00"]),
            ("a literal that is over", ["2018-01-01 09:00-17:00"]),
        ]
    )
    func never(_ sentence: String, rules: [String]) throws {
        #expect(try course(rules, after: "2024-06-05T08:00", count: 1) == [], Comment(rawValue: sentence))
    }

    @Test("what was last is known back to the first change there was")
    func last() throws {
        let schedule = try Schedule(parsing: ["2018-01-01 09:00-17:00"])
        let edge = try #require(schedule.lastEdge(notAfter: try ScheduleWorld.time("2024-06-05T08:00"), in: zone))
        #expect(edge.time == (try ScheduleWorld.time("2018-01-01T17:00")))
        #expect(edge.before.mode == .location)
        let first = try #require(schedule.lastEdge(notAfter: edge.time.advanced(by: .seconds(-1)), in: zone))
        #expect(first.time == (try ScheduleWorld.time("2018-01-01T09:00")))
        #expect(schedule.lastEdge(notAfter: first.time.advanced(by: .seconds(-1)), in: zone) == nil)
    }
}

extension ScheduleState {
    /// The mode's name, or `off`.
    var name: String { mode?.rawValue ?? "off" }
}
