import Foundation
import Testing

@testable import footfall

@Suite("Schedules, explained")
struct ScheduleTests {
    private let working = ["2-6 09:00-17:00", "1-7 18:00-12:00 geofence"]

    @Test("the text explains each entry and the next edges, in the local time of the place")
    func text() async throws {
        let outcome = try await CommandBench().run(
            ["schedule", "explain"] + working
                + ["--zone", "America/New_York", "--from", "2026-03-07T12:00", "--edges", "6"]
        )
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        try GoldenFile("schedule-explain.txt").expect(outcome.output)
    }

    @Test("the JSON has the same, from now on where no time is given")
    func json() async throws {
        let outcome = try await CommandBench().run(["schedule", "explain"] + working + ["--format", "json"])
        #expect(outcome.status == 0)
        let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(document?["time_zone"] as? String == "UTC")
        #expect((document?["time"] as? [String: Any])?["utc"] as? String == "2024-04-01T12:00:00Z")
        #expect((document?["next"] as? [Any])?.count == 5)
    }

    @Test(
        "an unreadable entry is reported, and nothing is explained",
        arguments: [
            (["2-6 09:00-09:00"], Int32(65), "09:00-09:00"), (["0 09:00-17:00"], 65, "0 09:00-17:00"),
            (["2-6 09:00-17:00", "--from", "noon"], 64, "noon"), (["2 09:00-17:00", "--zone", "Mars"], 64, "Mars"),
            (["2 09:00-17:00", "--edges", "-1"], 64, "--edges"), ([], 64, "entries"),
        ]
    )
    func refusals(arguments: [String], status: Int32, named: String) async throws {
        let outcome = try await CommandBench().run(["schedule", "explain"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(named), "\(outcome.errors)")
    }
}
