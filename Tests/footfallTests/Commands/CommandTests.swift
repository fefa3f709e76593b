import Foundation
import LongTests
import Testing

@testable import footfall

@Suite("Commands")
struct CommandTests {
    @Test(
        "a point in the south is an argument like any other",
        .long,
        arguments: ["-33.9,151.2", " -33.9,151.2", "-33.9, 151.2", "-0.5,-0.5"]
    )
    func south(point: String) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let outcome = await bench.run("facilities", "near", point, "-n", "1", "--format", "csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").count == 2)
        #expect(
            await bench.run("facilities", "near", "-n", "1", "--format", "csv", "--", point).output == outcome.output
        )
    }

    @Test(
        "an unknown member or facility is distinguished from one without visits",
        arguments: [("--member", "member"), ("--facility", "facility")]
    )
    func unknown(option: String, kind: String) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let outcome = await bench.run("visits", option, "NOPE")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("there is no \(kind) `NOPE`"))
        #expect(await bench.run("visits", "--member", "M-2").status == 0, "one without visits is no mistake")
    }

    @Test("an open stay that is short is in progress, not too short")
    func inProgress() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let rows = CommandBench.track.split(separator: "\n").prefix { !$0.contains("T06:15") }.joined(separator: "\n")
        let begun = rows.replacingOccurrences(of: "phone-1", with: "phone-2").replacingOccurrences(
            of: "M-1",
            with: "M-2"
        )
        _ = await bench.run("replay", try bench.file("begun.csv", begun + "\n"), "--policy", "bare")
        let table = await bench.run("visits", "--member", "M-2").output
        #expect(table.contains("in progress") && !table.contains("too_short"), "\(table)")
        let json = await bench.run("visits", "--member", "M-2", "--format", "json").output
        #expect(json.contains("too_short"), "what programs read stays: \(json)")
    }

    @Test("only points are protected from being parsed as options")
    func shielding() {
        let arguments = ["-n", "-5", "-33.9,151.2", "--by", "member,facility", "-a,b", "-1,", "-1,2,3"]
        #expect(
            Footfall.shielded(arguments) == [
                "-n", "-5", " -33.9,151.2", "--by", "member,facility", "-a,b", "-1,", "-1,2,3",
            ]
        )
    }

    @Test("many remarks of a kind are counted, and the report file has all of them")
    func manyRemarks() async throws {
        let bench = try CommandBench()
        let rows = (1...100).map { "\($0),,\n" }.joined()
        let file = try bench.file("many.csv", "id,lat,lon\n" + rows + "x,51,0\n")
        let report = bench.folder.appending(path: "report.json")
        let outcome = await bench.run("facilities", "import", file, "--report", report.path, "--time-zone", "UTC")
        #expect(outcome.status == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.first?.hasPrefix("many.csv:2: lat: ") == true)
        #expect(lines.last == "... and 80 more missing_coordinate, all of them in report.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: report)) as? [String: Any]
        #expect((document?["diagnostics"] as? [Any])?.count == 100)
        #expect((document?["counts"] as? [String: Int])?["added"] == 1)
    }

    @Test("a second replay changes no report")
    func again() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let commands = [
            ["events", "--format", "csv"], ["visits", "--format", "json"], ["devices", "--format", "csv"],
        ]
        let before = await bench.outputs(commands)
        #expect(
            await bench.run("replay", try bench.file("track.csv", CommandBench.track), "--policy", "bare").status == 0
        )
        #expect(await bench.outputs(commands) == before)
    }

    @Test("counts are the counted visits")
    func counts() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let visits = await bench.run("visits", "--format", "csv").output.split(separator: "\n").filter {
            $0.contains(",true,2024-03")
        }
        #expect(visits.count == 1)
        #expect(
            await bench.run("counts", "--month", "2024-03", "--format", "csv").output
                == "month,visits,days\n2024-03,1,1\n"
        )
        let byBoth = await bench.run("counts", "--month", "2024-03", "--by", "facility,member", "--format", "csv")
            .output
        #expect(byBoth == "month,member,facility,visits,days\n2024-03,M-1,G-1,1,1\n")
        #expect(
            await bench.run("counts", "--month", "2024-04", "--format", "csv").output
                == "month,visits,days\n2024-04,0,0\n"
        )
    }

    @Test("events are limited to a span, its end excluded")
    func span() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let all = await bench.run("events", "--format", "csv").output.split(separator: "\n").dropFirst()
        let days = await bench.run("events", "--format", "csv", "--since", "2024-03-05", "--until", "2024-03-06").output
        #expect(days.split(separator: "\n").dropFirst() == all)
        #expect(all.isEmpty == false)
        let none = await bench.run("events", "--format", "csv", "--since", "2024-03-06").output
        #expect(none.split(separator: "\n").count == 1)
    }

    @Test("lists are changed by hand, and a member's loss of the whole network is reported")
    func lists() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        #expect(await bench.run("members", "add-facility", "M-1", "G-2").output == "G-2 is on the list of M-1\n")
        #expect(
            await bench.run("members", "add-facility", "M-1", "G-2").output == "G-2 was already on the list of M-1\n"
        )
        #expect(await bench.run("members", "remove-facility", "M-1", "G-2").output == "G-2 is off the list of M-1\n")
        #expect(
            await bench.run("members", "remove-facility", "M-1", "G-2").output == "G-2 was not on the list of M-1\n"
        )
        let outcome = await bench.run("members", "add-facility", "M-2", "G-2")
        #expect(outcome.errors.contains("could visit all facilities"))
    }

    @Test("a restart of an Android phone registers its fences again, one of an iPhone does not")
    func restart() async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let track = CommandBench.track.replacing("M-1,phone-1", with: "M-2,phone-2")
        _ = await bench.run("replay", try bench.file("track2.csv", track))
        #expect(await bench.run("devices", "reboot", "phone-1").output == "no registration changed\n")
        let before = await bench.run("registrations", "--device", "phone-2").output
        let events = await bench.run("devices", "reboot", "phone-2", "--format", "csv").output.split(separator: "\n")
            .dropFirst()
        #expect(
            events.map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] } == [
                "Unregistered", "Registered",
            ]
        )
        #expect(await bench.run("registrations", "--device", "phone-2").output == before)
    }

    @Test("a policy and its options reach the engine")
    func policy() async throws {
        let bench = try CommandBench()
        _ = await bench.run("facilities", "import", try bench.file("facilities.csv", CommandBench.facilities))
        let track = try bench.file("track.csv", CommandBench.track)
        #expect(await bench.run("replay", track, "--accuracy-max", "5").output.contains("not used: poor_accuracy"))
        let bare = await bench.run("replay", track, "--policy", "bare", "--no-limit")
        #expect(bare.status == 0)
        #expect(await bench.run("visits", "--format", "json").output.contains("\"policy_version\": \"bare-"))
    }
}
