import Foundation
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import footfall

@Suite("Tracking options on the command line")
struct TrackingOptionsTests {
    private static let document = """
        {
          "preset": null, "sync": "all", "replay": "none",
          "useVisit": true
        }

        """

    /// The same without the misspelt option.
    private static let usable = Self.document.replacing(",\n  \"useVisit\": true", with: "")

    private let bench: CommandBench

    init() async throws {
        bench = try CommandBench()
        _ = await bench.run("facilities", "import", try bench.file("facilities.csv", CommandBench.facilities))
    }

    private func run(_ line: String, _ file: String...) async -> CommandBench.Outcome {
        await bench.run(["tracking-options"] + line.split(separator: " ").map(String.init) + file)
    }

    @Test("a preset is set, shown in the table and as the document that phones get, and removed")
    func preset() async throws {
        let set = await run("set --os android --trip on --preset responsive")
        #expect(set.status == 0)
        #expect(set.output == "tracking options for android, live, on a trip are set: the preset responsive\n")
        try GoldenFile("tracking-options-show.txt").expect(await run("show").output)
        #expect(await bench.run("tracking-options").output == run("show").output)
        let shown = await run("show --os android --trip on")
        let object = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
        #expect(object?["desiredMovingUpdateInterval"] as? Int == 150)
        let removed = await run("set --os android --trip on --remove")
        #expect(removed.output == "tracking options for android, live, on a trip are removed\n")
        for line in ["set --os android --trip on --remove", "show --os android --trip on"] {
            let again = await run(line)
            #expect(again.status == 66)
            #expect(again.errors.contains("no tracking options are set for android, live, on a trip"))
        }
    }

    @Test("a preset is accepted in any case, as Radar's page spells it", arguments: ["EFFICIENT", "Efficient"])
    func anyCase(name: String) async throws {
        let set = await run("set --os ios --preset \(name)")
        #expect(set.status == 0, "\(set.errors)")
        #expect(set.output == "tracking options for ios, live, off trip are set: the preset efficient\n")
    }

    @Test("a document is returned unchanged, and its warnings are reported with the result")
    func document() async throws {
        let file = try bench.file("options.json", Self.usable)
        let set = await run("set --os ios --environment test --file", file)
        #expect(set.status == 0)
        #expect(set.output == "tracking options for ios, test, off trip are set: a document\n")
        #expect(set.errors.contains("warning: `stopDistance`"))
        let shown = await run("show --os ios --environment test")
        #expect(shown.output == Self.usable)
        #expect(shown.errors == set.errors)
    }

    @Test("the JSON has all slots, with the documents and the warnings")
    func json() async throws {
        _ = await run("set --os ios --environment test --file", try bench.file("options.json", Self.usable))
        let all = await run("show --format json").output
        let slots = try #require(try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [[String: Any]])
        #expect(slots.count == 8)
        let set = slots.filter { $0["updated_at"] is String }
        #expect(set.count == 1)
        #expect((set.first?["options"] as? [String: Any])?["sync"] as? String == "all")
        let warnings = set.first?["warnings"] as? [[String: Any]]
        #expect(
            warnings?.contains { $0["code"] as? String == "missing_key" && $0["option"] as? String == "stopDistance" }
                == true
        )
        let one = await run("show --os ios --environment test --format json").output
        let slot = try #require(try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any])
        #expect(slot["environment"] as? String == "test")
        #expect(slot["trip"] as? String == "off")
        #expect(
            await run("show --format csv").output.split(separator: "\n").first
                == "os,environment,trip,preset,options,updated_at,warnings,problem"
        )
    }

    @Test("a document is checked without a database, with the line of each remark")
    func validate() async throws {
        let file = try bench.file("options.json", Self.document)
        let other = try CommandBench()
        other.database = nil
        let outcome = await other.run("tracking-options", "validate", file, "--os", "ios", "--format", "csv")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "line,column,option,code,message")
        #expect(lines.contains { $0.hasPrefix("3,3,useVisit,unknown_key,") })
        #expect(lines.contains { $0.hasPrefix(",,stopDistance,missing_key,") })
        try GoldenFile("tracking-options-validate.txt").expect(await run("validate --os ios", file).output)
    }

    @Test("a complete document without remarks is reported as fine")
    func fine() async throws {
        _ = await run("set --os ios --preset efficient")
        let file = try bench.file("complete.json", await run("show --os ios").output)
        let outcome = await run("validate --os ios", file)
        #expect(outcome.status == 0)
        #expect(outcome.output == "complete.json is valid, without warnings\n")
    }

    @Test(
        "what can't be used ends with 65 and names the place, and nothing is set",
        arguments: [
            ("{\n \"sync\": \"some\"}", "options.json:2:2: `sync` is the text \"some\""),
            ("{\"sync\": \"all\",\n\"sync\": \"all\"}", "`sync` occurs a second time in line 2"),
            ("{\n\"sync\" \"all\"}", "options.json: the tracking options are not JSON from line 2, column 8 on"),
            ("", "options.json"),
        ]
    )
    func mistakes(text: String, emitted: String) async throws {
        let file = try bench.file("options.json", text)
        for line in ["validate --os ios", "set --os ios --file"] {
            let outcome = await run(line, file)
            #expect(outcome.status == 65, "\(line)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(emitted), "\(outcome.errors)")
        }
        #expect(try VisitStore(path: #require(bench.database)).trackingOptions.all() == [])
    }

    @Test(
        "a document with an option that does not exist is not set: the one that was meant would have its default",
        arguments: [
            (
                "{\n  \"sync\": \"all\",\n  \"useVisit\": true\n}",
                "options.json:3:3: `useVisit` is not a tracking option"
            ),
            ("{\"document\": {\"preset\": \"efficient\"}}", "options.json:1:2: `document` is not a tracking option"),
        ]
    )
    func unknownOption(text: String, emitted: String) async throws {
        let outcome = await run("set --os ios --file", try bench.file("options.json", text))
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains(emitted), "\(outcome.errors)")
        #expect(try VisitStore(path: #require(bench.database)).trackingOptions.all() == [])
    }

    @Test(
        "arguments that make no sense are refused",
        .long,
        arguments: [
            ("set --os ios", 64, "--preset, --file and --remove"),
            ("set --os ios --preset efficient --remove", 64, "--preset, --file and --remove"),
            ("set --preset efficient", 64, "--os"), ("set --os windows --preset efficient", 64, "windows"),
            ("set --os ios --preset fast", 64, "fast"), ("set --os ios --trip maybe --remove", 64, "maybe"),
            ("set --os ios --environment staging --remove", 64, "staging"), ("show --trip on", 64, "--os"),
            ("show --environment test", 64, "--os"), ("validate --os ios", 64, "file"),
            ("validate --os ios nowhere.json", 66, "nowhere.json"),
            ("set --os ios --file nowhere.json", 66, "nowhere.json"),
        ] as [(String, Int32, String)]
    )
    func refusals(line: String, status: Int32, named: String) async throws {
        let outcome = await run(line)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(named), "\(outcome.errors)")
    }

    @Test("a damaged stored document is reported by the table, by show and by the check")
    func damaged() async throws {
        try VisitStore(path: #require(bench.database)).trackingOptions.set(
            StoredTrackingOptions(
                .ios,
                .live,
                isOnTrip: false,
                .document("{\"sync\":"),
                updatedAt: Timestamp(milliseconds: 1_711_972_800_000)
            )
        )
        let table = await run("show").output
        #expect(table.contains("what can't be used"))
        #expect(table.contains("not JSON"))
        let one = await run("show --os ios")
        #expect(one.status == 65)
        #expect(one.errors.contains("phones get none"))
        #expect(await bench.run("check").output.contains("tracking_options"))
    }

    @Test("a token says which environment its phones belong to")
    func tokens() async throws {
        #expect(await bench.run("tokens", "add", "--role", "ingest", "--environment", "test").status == 0)
        #expect(await bench.run("tokens", "add", "--role", "ingest").status == 0)
        let list = await bench.run("tokens", "list", "--format", "csv").output.split(separator: "\n")
        #expect(list.first == "token,role,member,device,environment,note,created_at,expires_at,used_at,platform,person")
        #expect(
            list.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] } == ["test", "live"]
        )
        let refused = await bench.run("tokens", "add", "--role", "read", "--environment", "test")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("ingest"))
    }
}
