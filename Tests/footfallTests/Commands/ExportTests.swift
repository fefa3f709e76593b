import Foundation
import LongTests
import Testing

@testable import footfall

@Suite("Exports")
struct ExportTests {
    private let bench: CommandBench

    init() async throws {
        bench = try CommandBench()
        try await bench.fill()
    }

    @Test(
        "an export is written as recorded",
        .long,
        arguments: ["visits", "events", "fixes", "facilities"],
        ["csv", "geojson"]
    )
    func golden(what: String, format: String) async throws {
        let outcome = await bench.run("export", what, "--format", format)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        if format == "geojson" {
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            )
            #expect(document["type"] as? String == "FeatureCollection")
            #expect((document["features"] as? [Any])?.isEmpty == false)
        }
        // One export of facilities, under two names.
        let file = what == "facilities" ? "facilities-export.\(format)" : "export-\(what).\(format)"
        try GoldenFile(file).expect(outcome.output)
    }

    @Test("exported fixes give the same visits when they are replayed")
    func replayed() async throws {
        let fixes = await bench.run("export", "fixes", "--format", "csv").output
        let other = try CommandBench()
        for (command, name, text) in [
            ("facilities", "facilities.csv", CommandBench.facilities), ("members", "members.csv", CommandBench.members),
        ] {
            #expect(await other.run(command, "import", try other.file(name, text)).status == 0)
        }
        #expect(await other.run("replay", try other.file("fixes.csv", fixes), "--policy", "bare").status == 0)
        let (before, after) = (
            await bench.run("visits", "--format", "csv").output, await other.run("visits", "--format", "csv").output
        )
        #expect(before.contains("G-1"))
        #expect(after == before)
    }

    @Test("an export of one member, of a month or of a span has nothing else")
    func filtered() async throws {
        func rows(_ arguments: String...) async -> Int {
            await bench.run(["export"] + arguments + ["--format", "csv"]).output.split(separator: "\n").count - 1
        }
        #expect(await rows("fixes") == 56)
        #expect(await rows("fixes", "--member", "M-2") == 0)
        #expect(await rows("fixes", "--since", "2024-03-05T06:10:30Z", "--until", "2024-03-05T06:13:00Z") == 2)
        #expect(await rows("visits") == 2)
        #expect(await rows("visits", "--month", "2024-02") == 0)
        #expect(await rows("events", "--until", "2024-03-05T06:00:00Z") == 0)
        let unknown = await bench.run("export", "visits", "--member", "nobody", "--format", "csv")
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("nobody"))
    }

    @Test("an export of members' data is in the access record")
    func recorded() async throws {
        _ = await bench.run("export", "fixes", "--format", "csv")
        _ = await bench.run("export", "visits", "--member", "M-1", "--format", "geojson")
        _ = await bench.run("export", "facilities", "--format", "csv")
        let rows = await bench.run("access-record", "--action", "export", "--format", "csv").output
        #expect(
            rows.split(separator: "\n").dropFirst() == [
                "2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,export,M-1,,command,ann,",
                "2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,export,,,command,ann,",
            ]
        )
    }

    @Test("an export without rows is a document")
    func empty() async throws {
        let bench = try CommandBench()
        _ = await bench.run("members", "import", try bench.file("members.csv", "member_id\nM-1\n"))
        let outcome = await bench.run("export", "visits", "--format", "geojson")
        #expect(outcome.output == "{\"features\":[\n],\"type\":\"FeatureCollection\"}\n")
        #expect(
            await bench.run("export", "fixes", "--format", "csv").output.hasPrefix("member,device,platform,timestamp")
        )
    }
}
