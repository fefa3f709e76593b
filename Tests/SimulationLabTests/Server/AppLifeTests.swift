import PhoneSimulator
import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Scenarios of an app's tracking lifecycle")
struct AppLifeTests {
    private func scenario(_ platform: Platform, _ options: String, _ happenings: String) throws -> Scenario {
        let more = "sdk: transistor\noptions: {app: {\(options)}}\nhappenings: [\(happenings)]"
        return try ScenarioText.scenario(ScenarioText.text(["platform": "platform: \(platform.rawValue)"], more))
    }

    private func failures(_ record: SimulationRecord) -> [String] {
        record.entries.compactMap { if case .failed(let text) = $0.item { text } else { nil } }
    }

    @Test(
        "an app that is swiped away finds the visit only with stopOnTerminate false",
        .long,
        arguments: Platform.allCases,
        [true, false]
    )
    func swipedAway(_ platform: Platform, stops: Bool) throws {
        let record = try scenario(platform, "stopOnTerminate: \(stops)", "swipe-away app at 07:10").run()
        #expect(record.score.count(.right) == (stops ? 0 : 1))
        #expect(record.score.count(.wrong) == 0)
        #expect(failures(record).isEmpty)
    }

    @Test(
        "after a reboot on the way the visit is found with startOnBoot alone",
        .long,
        arguments: Platform.allCases,
        [true, false]
    )
    func rebooted(_ platform: Platform, starts: Bool) throws {
        let options = "stopOnTerminate: false, startOnBoot: \(starts)"
        let record = try scenario(platform, options, "reboot at 07:05").run()
        #expect(record.score.count(.right) == (starts ? 1 : 0))
        #expect(failures(record).isEmpty)
    }

    @Test(
        "an app that follows a schedule finds visits in its hours and no others",
        .long,
        arguments: Platform.allCases,
        [(hours: "07:00-12:00", found: 1), (hours: "12:00-18:00", found: 0)]
    )
    func schedule(_ platform: Platform, _ row: (hours: String, found: Int)) throws {
        let options = "stopOnTerminate: false, scheduleUseAlarmManager: true, schedule: [\"1-7 \(row.hours)\"]"
        let story = try scenario(platform, options, "start schedule")
        #expect(story.warnings().isEmpty)
        let record = try story.run()
        #expect(record.score.count(.right) == row.found)
        #expect(failures(record).isEmpty)
    }

    @Test("a schedule that is stopped on the way no longer turns tracking off", .long)
    func stopsSchedule() throws {
        let options = "stopOnTerminate: false, scheduleUseAlarmManager: true, schedule: [\"1-7 07:00-07:20\"]"
        let followed = try scenario(.android, options, "start schedule").run()
        let stopped = try scenario(.android, options, "start schedule, stop schedule at 07:15").run()
        #expect(followed.score.count(.right) == 0)
        #expect(stopped.score.count(.right) == 1)
    }

    @Test("a schedule that is never started gives a warning, and tracking is always on", .long)
    func warns() throws {
        let story = try scenario(.android, "schedule: [\"1-7 12:00-18:00\"]", "")
        #expect(story.warnings().count == 1)
        #expect(story.warnings().first?.contains("start schedule") == true)
        #expect(story.warnings(app: .radar).isEmpty)
        #expect(try scenario(.android, "startOnBoot: true", "").warnings().isEmpty)
        #expect(try story.run().score.count(.right) == 1)
    }
}
