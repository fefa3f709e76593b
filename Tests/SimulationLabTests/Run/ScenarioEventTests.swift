import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("A scenario's events happen to its phone")
struct HappeningTests {
    private static func scenario(
        _ platform: Platform,
        hours: Int = 5,
        app: String = "app: {updates: every 60 s, foreground_service: true}",
        _ happenings: String
    ) throws -> Scenario {
        try Scenario(
            yaml: """
                name: A day at home
                platform: \(platform.rawValue)
                facilities: [{id: gym, at: "39.95, -75.16", radius: 100 m}]
                places: {home: 3 km west of gym}
                start: 07:00
                end: \(hours < 3 ? "0" : "")\(7 + hours):00
                journey: home 07:00 for \(hours) h
                \(app)
                happenings: [\(happenings)]
                """,
            file: "s.yaml"
        )
    }

    /// An app that has a schedule to follow.
    private static let scheduled = "sdk: transistor\noptions: {app: {schedule: ['1-7 07:30-20:00']}}"

    /// The minutes from the scenario's start at which a fix was delivered to the app.
    private static func positions(_ record: SimulationRecord) -> [Int] {
        record.entries.compactMap { entry in
            guard case .fix(let fix) = entry.item else { return nil }
            return Int(record.scenario.start.seconds(to: fix.time) / 60)
        }
    }

    @Test("no positions come without reception, and all again afterwards", arguments: Platform.allCases)
    func reception(platform: Platform) throws {
        let record = try Self.scenario(platform, "no positions at 08:00 for 2 h").run()
        let minutes = Self.positions(record)
        #expect(minutes.contains { $0 < 60 })
        #expect(!minutes.contains { (61..<120).contains($0) })
        #expect(minutes.contains { $0 > 121 })
    }

    @Test("cell positions are coarse, and fine again afterwards")
    func cells() throws {
        let record = try Self.scenario(.ios, "positions by cells at 08:00 for 2 h").run()
        let fixes = record.entries.compactMap { entry -> Fix? in if case .fix(let fix) = entry.item { fix } else { nil }
        }
        let rough = fixes.filter { ($0.horizontalAccuracy ?? 0) > 200 }.map {
            record.scenario.start.seconds(to: $0.time)
        }
        #expect(rough.count > 60)
        #expect(rough.allSatisfy { (3590...10_900).contains($0) })
    }

    @Test(
        "each of them can be played on both systems, and the record is of the same length each time",
        .long,
        arguments: ScenarioEvent.phrases,
        Platform.allCases
    )
    func every(phrase: String, platform: Platform) throws {
        let text = phrase.replacing("COUNT", with: "3").replacing("STATUS", with: "503").replacing(
            "PERCENT",
            with: "15 %"
        )
        .replacing("ZONE", with: "Europe/Berlin").replacing("LENGTH", with: "900 m")
        .replacing("DIRECTION", with: "north")
        let event = "\"\(text) at 08:00\""
        // An app without a schedule can't start one.
        let scenario =
            try text.hasSuffix("schedule")
            ? Self.scenario(
                platform,
                hours: 2,
                app: "sdk: transistor\noptions: {app: {schedule: [\"1-7 06:00-20:00\"]}}",
                event
            )
            : Self.scenario(platform, hours: 2, event)
        let records = try (0..<2).map { _ in try scenario.run() }
        #expect(records[0].entries == records[1].entries)
        #expect(records[0].entries.contains { $0.item == .happened(text) })
    }
}
