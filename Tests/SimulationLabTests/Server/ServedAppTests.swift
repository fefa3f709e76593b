import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Apps on an SDK with visits found by a service")
struct ServedAppTests {
    /// An SDK with options that suit a visit counter.
    struct Setup: CustomTestStringConvertible, Sendable {
        var sdk: AppKind
        var lines: String
        var testDescription: String { "\(sdk.rawValue) \(lines.split(separator: "\n").last ?? "")" }

        static let all = [
            Setup(sdk: .transistor, lines: "options: {app: {stopOnTerminate: false, startOnBoot: true}}"),
            Setup(sdk: .radar, lines: "options: responsive"),
            Setup(sdk: .radar, lines: "options: continuous"),
            Setup(sdk: .gymvisits, lines: "app: {updates: every 60 s, foreground_service: true}"),
        ]
    }

    private func scenario(_ setup: Setup, _ platform: Platform, _ happenings: String...) throws -> Scenario {
        let platformLine = "platform: \(platform.rawValue)"
        let more = "sdk: \(setup.sdk.rawValue)\n\(setup.lines)\nhappenings: [\(happenings.joined(separator: ", "))]"
        return try ScenarioText.scenario(ScenarioText.text(["platform": platformLine], more))
    }

    @Test("a visit of 55 minutes is found, and nothing else", .long, arguments: Setup.all, Platform.allCases)
    func visit(_ setup: Setup, _ platform: Platform) throws {
        let record = try scenario(setup, platform).run()
        #expect(record.app == setup.sdk)
        #expect(record.score.count(.right) == 1)
        #expect(record.score.count(.missed) == 0 && record.score.count(.wrong) == 0)
        let uploads = try #require(record.uploads)
        #expect(uploads.requests > 0 && uploads.failures == 0 && uploads.bytes > 100 * uploads.requests)
        let failures = record.entries.compactMap { if case .failed(let text) = $0.item { text } else { nil } }
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test(
        "the same visit is found if the phone uploads only relevant fixes, and much less is uploaded",
        .long,
        arguments: ["events", "stopsAndExits"],
        Platform.allCases
    )
    func fewUploads(_ sync: String, _ platform: Platform) throws {
        let all = try scenario(Setup(sdk: .radar, lines: "options: continuous"), platform).run()
        let few = try scenario(
            Setup(sdk: .radar, lines: "options: {preset: continuous, sync: \(sync)}"),
            platform
        ).run()
        #expect(few.score.count(.right) == 1)
        #expect(few.score.count(.missed) == 0 && few.score.count(.wrong) == 0)
        let (fewUploads, allUploads) = (try #require(few.uploads), try #require(all.uploads))
        #expect(fewUploads.requests * 4 < allUploads.requests)
    }

    @Test(
        "it is found although the service can't be reached for a while or the app is killed",
        .long,
        arguments: [
            "no network at 07:20 for 50 min", "server answers 500 at 07:20 for 50 min",
            "server answers 401 at 07:20 for 50 min", "server answers lost at 07:20 for 50 min",
            "server silent at 07:20 for 50 min", "kill app at 07:45",
        ],
        Platform.allCases
    )
    func trouble(_ event: String, _ platform: Platform) throws {
        for setup in Setup.all where setup.sdk != .radar {
            let record = try scenario(setup, platform, event).run()
            #expect(record.score.count(.right) == 1, "\(setup.testDescription)")
            #expect(record.score.count(.wrong) == 0, "\(setup.testDescription)")
        }
    }

    @Test("the same scenario gives the same record", .long, arguments: Setup.all)
    func deterministic(_ setup: Setup) throws {
        let scenario = try scenario(setup, .android, "no network at 07:40 for 10 min", "reboot at 08:05")
        let (first, second) = (try scenario.run(), try scenario.run())
        #expect(try SimulationDocument(first).json() == SimulationDocument(second).json())
    }

    @Test("the service's events are in the record, and the uploads")
    func lanes() throws {
        let record = try scenario(Setup.all[0], .ios).run()
        let served = record.entries.compactMap { if case .served(let event) = $0.item { event.kind.name } else { nil } }
        #expect(served.contains("Entered"))
        #expect(record.entries.contains { if case .sent(let sent) = $0.item { sent.isTaken } else { false } })
        #expect(record.events.contains { $0.kind.name == "Exited" })
    }

    @Test("an upload without a connection is in the record as that, and counts as no request")
    func tried() throws {
        let setup = Setup(sdk: .radar, lines: "options: continuous")
        for platform in Platform.allCases {
            let record = try scenario(setup, platform, "no network at 07:20 for 50 min").run()
            let tried = record.entries.filter { if case .tried = $0.item { true } else { false } }
            let sent = record.entries.filter { if case .sent = $0.item { true } else { false } }
            #expect(tried.count > 10)
            let silence = try #require(tried.first).time...(try #require(tried.last).time)
            #expect(!sent.contains { silence.contains($0.time) })
            #expect(record.uploads?.requests == sent.count)
            let text = try #require(tried.first).item.text
            #expect(text.hasPrefix("tries to send ") && text.hasSuffix(" bytes to /v1/track: no connection"), "\(text)")
            #expect(tried.allSatisfy { $0.item.lane == .app })
        }
    }

    @Test(
        "wrong options are faults of the file, with their line",
        arguments: [
            ("sdk: geofency", "s.yaml:9: sdk: is `geofency`, expected transistor, radar, gymvisits"),
            (
                "options: responsive",
                "s.yaml:9: options: needs an SDK with options, expected sdk: transistor or radar"
            ),
            (
                "sdk: radar\noptions: thorough",
                "s.yaml:10: options: is `thorough`, expected efficient, responsive, continuous"
            ),
        ]
    )
    func faults(_ lines: String, _ fault: String) {
        #expect(ScenarioText.faults(ScenarioText.text([:], lines)) == [fault])
    }

    @Test("an unknown option or one of a wrong type is reported by its name")
    func optionFaults() {
        let wrongType = ScenarioText.faults(
            ScenarioText.text([:], "sdk: transistor\noptions: {geolocation: {distanceFilter: far}}")
        )
        #expect(wrongType.count == 1 && wrongType[0].contains("geolocation.distanceFilter"), "\(wrongType)")
        let wrongRadar = ScenarioText.faults(ScenarioText.text([:], "sdk: radar\noptions: {stopDuration: long}"))
        #expect(wrongRadar.count == 1 && wrongRadar[0].contains("stopDuration"), "\(wrongRadar)")
    }
}
