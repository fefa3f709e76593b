import Foundation
import LongTests
import Testing

@testable import footfall

@Suite("Scenarios on the command line")
struct SimulateTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "data/scenarios")

    private static func path(_ name: String) -> String { folder.appending(path: "\(name).yaml").path }

    private static let small = """
        name: A walk past
        platform: ios
        facilities: [{id: gym, at: "39.95, -75.16", radius: 100 m, dwell: 5 min}]
        places: {home: 1 km west of gym}
        journey: home 07:00, gym 07:30 for 20 min, home 08:30
        app: {updates: every 60 s}

        """

    @Test(
        "a simulation and its sweep are printed as recorded",
        .long,
        arguments: [
            ("reboot-mid-visit", ["--format", "table"]), ("bad-fix", []), ("foreign-regions", []),
            ("reboot-without-receiver", ["--app", "footfall"]), ("sdk-lost-connection", []),
        ]
    )
    func simulate(name: String, arguments: [String]) async throws {
        let outcome = try await CommandBench().run(["simulate", Self.path(name)] + arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        try GoldenFile("simulate/\(name).txt").expect(outcome.output)
    }

    @Test("the JSON output of a simulation is as recorded")
    func json() async throws {
        let bench = try CommandBench()
        let outcome = await bench.run("simulate", try bench.file("s.yaml", Self.small), "--format", "json")
        #expect(outcome.status == 0)
        try GoldenFile("simulate/small.json").expect(outcome.output)
        #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
    }

    @Test("a schedule that is never started gives a warning beside the result", .long)
    func neverStarted() async throws {
        let bench = try CommandBench()
        let story =
            Self.small.replacing("app: {updates: every 60 s}", with: "sdk: transistor")
            + "options: {app: {schedule: [\"1-7 12:00-18:00\"]}}\n"
        let warned = await bench.run("simulate", try bench.file("s.yaml", story))
        #expect(warned.status == 0)
        #expect(warned.errors.hasPrefix("warning: options.app.schedule is never started"))
        let started = await bench.run("simulate", try bench.file("t.yaml", story + "happenings: [start schedule]\n"))
        #expect(started.status == 0 && started.errors.isEmpty)
    }

    @Test("on the day of a clock change each time has its offset")
    func clockChange() async throws {
        let bench = try CommandBench()
        let story = Self.small + "time_zone: America/New_York\n"
        for (date, start, end) in [("2024-11-03", "-04:00", "-05:00"), ("2024-03-10", "-05:00", "-04:00")] {
            let text = story.replacing(
                "home 07:00, gym 07:30 for 20 min, home 08:30",
                with: "home 00:40, gym 01:10 for 100 min, home 05:00"
            )
            let file = try bench.file("s.yaml", text + "date: \(date)\n")
            let output = await bench.run("simulate", file).output
            #expect(output.contains("\(start)  truth   comes into gym"), "\(output)")
            #expect(output.contains("\(end)  truth   leaves gym"), "\(output)")
            let sweep = await bench.run("simulate", file, "--sweep", "reboot=00:50..00:50/5m")
            #expect(sweep.output.contains("00:50:00\(start)"), "\(sweep.output)")
        }
        let usual = await bench.run("simulate", try bench.file("s.yaml", story + "date: 2024-11-04\n")).output
        #expect(!usual.contains("-05:00"))
    }

    @Test("a byte order mark is ignored, and an invalid byte is reported with its line")
    func bytes() async throws {
        let bench = try CommandBench()
        let file = try bench.file("s.yaml", "\u{FEFF}" + Self.small)
        #expect(await bench.run("simulate", file).status == 0)
        let broken = URL(filePath: bench.folder.path).appending(path: "broken.yaml")
        try Data(Array("name: A\nabout: ".utf8) + [0xFF]).write(to: broken)
        #expect(
            await bench.run("simulate", broken.path).errors.contains("broken.yaml:2: scenario: is not UTF-8 text")
        )
    }

    @Test("a sweep runs the scenario once for each time")
    func sweep() async throws {
        let bench = try CommandBench()
        let file = try bench.file("s.yaml", Self.small)
        let outcome = await bench.run("simulate", file, "--sweep", "reboot=07:20..08:00/10m")
        #expect(outcome.status == 0)
        try GoldenFile("simulate/sweep.txt").expect(outcome.output)
        let lines = await bench.run("simulate", file, "--sweep", "reboot=07:20..08:00/10m", "--format", "json").output
            .split(separator: "\n").filter { $0.contains("\"at\"") }
        #expect(lines.count == 5)
    }

    @Test(
        "a diagnosis is printed as recorded",
        arguments: ["reboot-without-receiver", "healthy-ios", "app-update", "suspended-timer"]
    )
    func doctor(name: String) async throws {
        let outcome = try await CommandBench().run("doctor", "--scenario", Self.path(name))
        #expect(outcome.status == 0)
        try GoldenFile("doctor/\(name).txt").expect(outcome.output)
        let json = try await CommandBench().run("doctor", "--scenario", Self.path(name), "--format", "json")
        #expect(
            (try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any])?.isEmpty
                == (name == "healthy-ios")
        )
    }

    @Test("an expectation has only the relevant parts, and a mismatch is reported")
    func expectation() async throws {
        let bench = try CommandBench()
        let file = try bench.file("s.yaml", Self.small)
        let right = try bench.file(
            "right.yaml",
            "counted: 1\nvisits:\n  - {facility: gym, outcome: right}\nproblems: []\n"
        )
        let outcome = await bench.run("simulate", file, "--expect", right)
        #expect(outcome.status == 0)
        #expect(outcome.output == "as expected\n")

        let whole = await bench.run("simulate", file, "--format", "json").output
        #expect(await bench.run("simulate", file, "--expect", try bench.file("whole.json", whole)).status == 0)

        let wrong = try bench.file(
            "wrong.yaml",
            "missed: 1\nvisits:\n  - facility: pool\n  - facility: gym\nspeed: 3\n"
        )
        let differences = await bench.run("simulate", file, "--expect", wrong)
        #expect(differences.status == 1)
        #expect(
            differences.output == """
                wrong.yaml:1: missed: expected 1, is 0
                wrong.yaml:3: visits: expected a list of 2, is one of 1
                wrong.yaml:5: speed: is not there

                """
        )
        for (text, problem) in [
            ("- a\n", "is not an expectation"), ("a: [\n", "bad.yaml:2: expectation: is not YAML: "),
            ("", "is not an expectation"),
        ] {
            let failure = await bench.run("simulate", file, "--expect", try bench.file("bad.yaml", text))
            #expect(failure.status == 65)
            #expect(failure.errors.contains(problem), "\(failure.errors)")
        }
        #expect(await bench.run("simulate", file, "--expect", "nowhere.yaml").status == 66)
        let folder = await bench.run("simulate", file, "--expect", "/")
        #expect(folder.status == 66)
        #expect(folder.errors.contains("/ is a directory, expected a file"))
        #expect(await bench.run("simulate", file, "--expect", "/dev/zero").errors.contains("is larger than 64 MB"))
        let quoted = await bench.run("simulate", file, "--expect", try bench.file("quoted.yaml", "counted: '1'\n"))
        #expect(quoted.status == 1)
        #expect(quoted.output == "quoted.yaml:1: counted: expected the text `1`, is 1 without quotes\n")
    }

    @Test("an invalid scenario, sweep or device exits with its status and the expected form")
    func failures() async throws {
        let bench = try CommandBench()
        let file = try bench.file("s.yaml", Self.small)
        let bad = try bench.file("bad.yaml", Self.small + "colour: red\nversion: blue\n")
        let rows: [(arguments: [String], status: Int32, text: String)] = [
            (["simulate", bad], 65, "bad.yaml:8: version:"),
            (["simulate", bad], 65, "bad.yaml:7: colour"),
            (["simulate", "nowhere.yaml"], 66, "nowhere.yaml: there is no such file"),
            (["simulate", file, "--sweep", "reboot"], 64, "expected for instance reboot=07:00..09:00/5m"),
            (["simulate", file, "--sweep", "fly=07:00..09:00/5m"], 64, "fly"),
            (["simulate", file, "--app", "other"], 64, "footfall"),
            (["simulate", file, "--sweep", "reboot=07:20..08:00/10m", "--expect", file], 64, "can't be combined"),
            (["doctor"], 64, "--scenario"),
            (["doctor", "--scenario", file, "--device", "d"], 64, "either a scenario"),
            (["doctor", "--device", "d"], 66, "there is no database"),
        ]
        for row in rows {
            let outcome = await bench.run(row.arguments)
            #expect(outcome.status == row.status, "\(row.arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(row.text), "\(row.arguments): \(outcome.errors)")
        }
    }

    @Test("a device of a database is diagnosed by its events")
    func database() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        #expect(await bench.run("doctor", "--device", "nobody").status == 65)
        let outcome = await bench.run("doctor", "--device", "phone-1")
        #expect(outcome.status == 0)
        // The bench replays with the bare policy, which dates an exit at its detection.
        #expect(outcome.output.hasPrefix("2 problems (2024-03-05 06:00:00 to 07:06:00 UTC, 6 events)."))
        #expect(outcome.output.contains("(late_exit, field complaint 6)"))
        #expect(outcome.output.contains("The phone has sent nothing for 27 days (no_events"))
        #expect(!outcome.output.contains("late_events"))
    }
}
