import Foundation
import LongTests
import Testing

@testable import footfall

@Suite("How commands end")
struct StatusTests {
    @Test(
        "wrong arguments end with 64 and say what was expected",
        .long,
        arguments: [
            ("bogus", "Unexpected argument"), ("visits --month 2024-13", "is not a month"),
            ("counts", "--month"), ("counts --month 2024-03 --by city", "expected member, facility"),
            ("facilities near 39.9", "expected LAT,LON"), ("facilities near 91,0", "expected -90 to 90"),
            ("facilities near 1,2 -n 0", "expected a number of 1 or more"),
            ("facilities export --format xml", "xml"), ("visits --format yaml", "yaml"),
            ("events --since yesterday", "is not a time"), ("replay", "<files>"),
            ("replay x --accuracy-max -3", "accuracy-max"), ("replay x --prefer-visited 100", "0 to 99"),
            ("replay x --platform symbian", "symbian"), ("facilities import x --time-zone EST", "IANA"),
            ("facilities import x --map latitude", "expected for instance latitude=LAT_DD"),
            ("members show", "<id>"), ("devices reboot", "<device>"), ("visits confirm", "<id>"),
            ("visits note v", "<text>"), ("settings set", "give a setting"),
            ("settings set --retention 0", "expected 1 to 36500"), ("settings set --retention soon", "or forever"),
            ("settings set --default-time-zone EST", "IANA"), ("quarantine purge", "or --all"),
            ("quarantine purge 3 --all", "or --all"), ("quarantine list --limit 0", "expected 1 or more"),
            ("backup", "<file>"),
        ]
    )
    func usage(line: String, expected: String) async throws {
        let bench = try CommandBench()
        let outcome = await bench.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "a mistyped command is answered with the one that was probably meant",
        arguments: [
            ("visist", "Did you mean `footfall visits`?"), ("Serve", "Did you mean `footfall serve`?"),
            ("facilties list", "Did you mean `footfall facilities`?"),
            ("members lst", "Did you mean `footfall members list`?"),
            ("webhooks dissable crm", "Did you mean `footfall webhooks disable`?"), ("bogus", nil),
            ("members show", nil), ("visits --mnth 2024-03", nil),
        ] as [(String, String?)]
    )
    func mistyped(line: String, question: String?) async throws {
        let outcome = await (try CommandBench()).run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Did you mean `") == (question != nil), "\(outcome.errors)")
        if let question { #expect(outcome.errors.contains(question), "\(outcome.errors)") }
    }

    @Test("without a database named anywhere a command ends with 64 and says how to name one")
    func noDatabase() async throws {
        let bench = try CommandBench()
        bench.database = nil
        let outcome = await bench.run("visits")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("FOOTFALL_DATABASE"))
    }

    @Test(
        "a reading command does not make a database",
        arguments: [
            "visits", "events", "counts --month 2024-03", "devices", "facilities list", "members list",
            "registrations --device d", "facilities near 1,2", "members add-facility m f", "members erase m --yes",
            "members export m", "visits decline v", "quarantine", "settings", "backup copy", "check",
            "export fixes --format csv", "export facilities --format csv",
        ]
    )
    func missingDatabase(line: String) async throws {
        let bench = try CommandBench()
        let outcome = await bench.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("there is no database"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).isEmpty)
    }

    @Test(
        "a file that can't be read ends with 66 and makes no database",
        arguments: ["facilities import", "members import", "replay"]
    )
    func missingFile(command: String) async throws {
        let bench = try CommandBench()
        let outcome = await bench.run(command.split(separator: " ").map(String.init) + ["nowhere.csv"])
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("nowhere.csv: there is no such file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).isEmpty)
    }

    @Test(
        "a file with nothing usable ends with 65",
        .long,
        arguments: [
            ("facilities import", "id,lat,lon\n1,,\n"), ("facilities import", "a,b\n1,2\n"), ("facilities import", ""),
            ("members import", "member_id,facility_id\nm,nowhere\n"), ("members import", "x\n1\n"),
            ("replay", "member,time,lat,lon\nm,never,1,2\n"), ("replay", "what is this"),
        ]
    )
    func nothingUsable(command: String, text: String) async throws {
        let bench = try CommandBench()
        let file = try bench.file("input", text)
        #expect(await bench.run(command.split(separator: " ").map(String.init) + [file]).status == 65)
    }

    @Test(
        "what does not exist ends with 65 and is named",
        .long,
        arguments: [
            "facilities show nope", "members show nope", "registrations --device nope", "devices reboot nope",
            "members add-facility M-1 nope", "members remove-facility nope G-1", "members erase nope --yes",
            "members export nope", "visits confirm nope", "visits clear nope",
        ]
    )
    func unknown(line: String) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let outcome = await bench.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("`nope`"))
    }

    @Test("a database that can't be created ends with 73, also a file that is not a database")
    func badDatabase() async throws {
        let bench = try CommandBench()
        let file = try bench.file("facilities.csv", CommandBench.facilities)
        #expect(await bench.run("facilities", "import", file, "--database", "/nowhere/x.sqlite").status == 73)
        let other = try bench.file("other.sqlite", String(repeating: "no database ", count: 1000))
        #expect(await bench.run("visits", "--database", other).status == 73)
    }

    @Test("a wrong policy ends with 65 and names file, line and key")
    func badPolicy() async throws {
        let bench = try CommandBench()
        let policy = try bench.file("p.yaml", "visits:\n  merge_gap_seconds: soon\n")
        let outcome = await bench.run("policy", "show", policy)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("p.yaml:2: visits.merge_gap_seconds: is `soon`"))
    }

    @Test("a strict import with a bad row ends with 65, a dry run with 0, and both write nothing")
    func modes() async throws {
        let bench = try CommandBench()
        let file = try bench.file("f.csv", "id,lat,lon,tz\n1,51,0,UTC\n2,,,UTC\n")
        #expect(await bench.run("facilities", "import", file, "--strict").status == 65)
        #expect(await bench.run("facilities", "import", file, "--dry-run").status == 0)
        #expect(await bench.run("facilities", "list", "--format", "json").output == "[]\n")
    }

    @Test("a dry run makes no database")
    func dryRunAlone() async throws {
        let bench = try CommandBench()
        let file = try bench.file("f.csv", "id,lat,lon,tz\n1,51,0,UTC\n")
        #expect(await bench.run("facilities", "import", file, "--dry-run").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["f.csv"])
    }
}
