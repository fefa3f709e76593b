import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("A scenario's journey")
struct ScenarioJourneyTests {
    /// The local times at which a journey reaches and leaves each stop.
    private func ways(_ journey: String, _ more: String = "") throws -> [String] {
        let text = ScenarioText.text(
            ["journey": nil, "places": "places:\n  school: 1.1 km east of home\n  near: 140 m north of home"],
            more + "\njourney: \(journey)"
        )
        let scenario = try ScenarioText.scenario(text)
        let names = ["home": (39.94, -75.17), "gym": (39.95, -75.16)]
        let calendar = ScenarioCalendar(
            date: scenario.start.localDate(in: scenario.timeZone),
            timeZone: scenario.timeZone
        )
        return try scenario.movement.waypoints.map { point in
            let name = try names.first {
                try Coordinate(latitude: $0.value.0, longitude: $0.value.1).distance(to: point.coordinate) < 1
            }
            let time = calendar.words(point.time).split(separator: " ")[1]
            let activity = point.activity.map { " \($0.rawValue)" } ?? ""
            return "\(name?.key ?? "else") \(time)\(activity)"
        }
    }

    // Home and gym lie 1400.8 m apart: 1001 s on foot, 281 s by bike, 128 s by car, 57 s by train.
    @Test(
        "the phone leaves just in time, or comes as soon as it can",
        arguments: [
            (
                "home 07:00, gym 07:30 for 55 min, home 09:00",
                ["home 07:00", "home 07:13:19", "gym 07:30", "gym 08:25", "home 09:00"]
            ),
            (
                "home 07:00, gym 07:30 until 08:00, home 09:00",
                ["home 07:00", "home 07:13:19", "gym 07:30", "gym 08:00", "home 09:00"]
            ),
            ("home 07:00, gym 07:30", ["home 07:00", "home 07:13:19", "gym 07:30"]),
            (
                "home 07:00, gym 07:30 by bike, home 09:00 by car",
                ["home 07:00", "home 07:25:19 on_bicycle", "gym 07:30", "gym 08:57:52 in_vehicle", "home 09:00"]
            ),
            (
                "home 07:00 until 07:10, gym by train for 0 min, home by foot",
                ["home 07:00", "home 07:10 in_vehicle", "gym 07:10:56 walking", "home 07:27:36"]
            ),
            ("home 07:00 for 1 h, home until 09:00, gym", ["home 07:00", "home 08:00", "home 09:00", "gym 09:16:40"]),
            (
                "home 23:00, gym day 2 00:30 for 1 h, home 02:00",
                ["home 23:00", "home 00:13:19", "gym 00:30", "gym 01:30", "home 02:00"]
            ),
            ("home 07:00, 39.95, -75.16 07:30", []),
            ("home 07:00, \"39.95, -75.16\" 07:30", ["home 07:00", "home 07:13:19", "gym 07:30"]),
            ("home 07:00", ["home 07:00"]),
            ("home, gym 07:30", []),
        ]
    )
    func times(journey: String, expected: [String]) throws {
        guard !expected.isEmpty else {
            #expect(throws: SimulationLabError.self) { try ways("\(quotedYAML(journey))") }
            return
        }
        #expect(try ways(quotedYAML(journey)) == expected)
    }

    private func quotedYAML(_ text: String) -> String { "'\(text)'" }

    @Test("a first place without a time is where the scenario begins")
    func start() throws {
        #expect(try ways("home, gym 07:30", "start: 06:00") == ["home 06:00", "home 07:13:19", "gym 07:30"])
    }

    @Test("clocks that are set forward shorten a night, and a time that they skip is after the change")
    func daylightSaving() throws {
        let text = ScenarioText.text(
            ["journey": "journey: home 01:30, gym 03:30 for 1 h, home 06:00"],
            "date: 2024-03-10"
        )
        let scenario = try ScenarioText.scenario(text)
        let points = scenario.movement.waypoints
        #expect(try points[0].time == Timestamp("2024-03-10T06:30:00Z"))
        #expect(try points[2].time == Timestamp("2024-03-10T07:30:00Z"))
        #expect(try points[3].time == Timestamp("2024-03-10T08:30:00Z"))
        #expect(try scenario.end == Timestamp("2024-03-10T11:00:00Z"))
        let left = ScenarioText.text(["journey": "journey: home 01:30, gym 02:30"], "date: 2024-03-10")
        #expect(try ScenarioText.scenario(left).movement.waypoints.last?.time == Timestamp("2024-03-10T07:30:00Z"))
    }

    @Test("a journey of several days has the same times each day")
    func days() throws {
        let text = ScenarioText.text([:], "days: 3\ndate: 2024-03-09\nhappenings:\n  - reboot every day at 03:30")
        let scenario = try ScenarioText.scenario(text)
        let points = scenario.movement.waypoints
        #expect(points.count == 15)
        let zone = scenario.timeZone
        let arrivals = stride(from: 2, to: 15, by: 5).map { points[$0].time }
        #expect(arrivals.map { $0.secondOfDay(in: zone) } == [27_000, 27_000, 27_000])
        #expect(arrivals.map { $0.localDate(in: zone).day } == [9, 10, 11])
        #expect(arrivals[0].seconds(to: arrivals[1]) == 23 * 3600)
        #expect(try scenario.end == Timestamp("2024-03-11T14:00:00Z"))
        #expect(
            try scenario.events.map(\.time) == [
                Timestamp("2024-03-10T07:30:00Z"), Timestamp("2024-03-11T07:30:00Z"),
            ]
        )
    }
}
