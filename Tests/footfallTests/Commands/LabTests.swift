import Foundation
import Testing

@testable import footfall

@Suite("The lab on the command line")
struct LabTests {
    private static let little = ["--members", "1", "--days", "2", "--city", "small"]

    @Test("sets are compared in a table, in JSON and on a page, the same bytes each time")
    func compare() async throws {
        let bench = try CommandBench()
        let page = bench.folder.appending(path: "report.html").path
        let arguments = ["lab", "--set", "plain", "footfall-ios"] + Self.little
        let outcome = await bench.run(arguments + ["--html", page])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        for name in ["plain-ios", "plain-android", "footfall-ios"] { #expect(outcome.output.contains(name)) }
        #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!doctype html>"))
        #expect(await bench.run(arguments + ["--jobs", "1"]).output == outcome.output)
        let json = await bench.run(arguments + ["--format", "json", "--platform", "ios"])
        let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((document?["sets"] as? [Any])?.count == 2)
        #expect(document?["members"] as? Int == 1)
    }

    @Test("a lab file defines the comparison, and the command line overrides it")
    func file() async throws {
        let bench = try CommandBench()
        let file = try bench.file("lab.yaml", "name: Mine\nmembers: 2\ndays: 1\ncity: small\nsets: [plain-ios]\n")
        let outcome = await bench.run("lab", file, "--members", "1", "--format", "json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(document?["title"] as? String == "Mine")
        #expect(document?["members"] as? Int == 1)
        #expect(document?["days"] as? Int == 1)
    }

    @Test("what can't be compared ends with its status and says what was expected")
    func failures() async throws {
        let bench = try CommandBench()
        let file = try bench.file("lab.yaml", "sets: [plain-ios]\n")
        let bad = try bench.file("bad.yaml", "members: 0\nsets: [fast]\n")
        let rows: [(arguments: [String], status: Int32, text: String)] = [
            (["--set", "fast"], 65, "`fast` is not a set of options"),
            (["--set", "plain-ios", "plain"], 65, "`plain-ios` is listed twice"),
            (["--set", "plain", "--sweep", "stopDuration=5"], 64, "has no tracking options"),
            (["--set", "responsive", "--sweep", "stopDuration"], 64, "is not a sweep"),
            (["--members", "0"], 64, "--members is 0, expected 1 to 10000"),
            (["--days", "400"], 64, "--days is 400, expected 1 to 366"),
            (["--jobs", "0"], 64, "--jobs is 0"),
            (["--date", "monday"], 64, "is not a day"),
            (["--city", "huge"], 64, "small"),
            ([file, "--set", "plain"], 64, "either in the file, or with --set"),
            ([file, "--platform", "ios"], 64, "--platform works only with --set"),
            ([bad], 65, "bad.yaml:1: members: is `0`"),
            ([bad], 65, "bad.yaml:2: sets: `fast`"),
            (["nowhere.yaml"], 66, "nowhere.yaml"),
            (["--set", "plain", "--html", "/nowhere/at/all.html"], 73, "there is no such folder"),
            (["--set", "plain", "--html", bench.folder.path], 73, "is a folder"),
        ]
        for row in rows {
            let outcome = await bench.run(["lab"] + row.arguments)
            #expect(outcome.status == row.status, "\(row.arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(row.text), "\(row.arguments): \(outcome.errors)")
        }
    }
}
