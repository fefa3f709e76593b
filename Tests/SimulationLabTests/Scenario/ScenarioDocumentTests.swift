import Foundation
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("docs/scenarios.md")
struct ScenarioDocumentTests {
    private func document() throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: "../../../docs/scenarios.md"), encoding: .utf8)
    }

    @Test("every key is in it")
    func keys() throws {
        let document = try document()
        for key in ScenarioReading.known { #expect(document.contains("`\(key)`"), "\(key)") }
    }

    @Test("every phrase is in it, with what undoes it")
    func phrases() throws {
        let document = try document()
        for entry in PhraseTable.all {
            let spellings = entry.spellings.map { "`\($0)`" }.joined(separator: ", ")
            let line = "| \(spellings) | \(entry.undoing.map { "`\($0)`" } ?? "–") |"
            #expect(document.contains(line), "\(line)")
        }
    }

    @Test("every phone field is in it, with its default and range")
    func numbers() throws {
        let document = try document()
        for row in PhoneField<PhoneProfile>.all.flatMap({ $0.rows(PhoneProfile(platform: .ios)) }) {
            let line = "| `\(row.key)` | \(row.text) | \(row.allowed) |"
            #expect(document.contains(line), "\(line)")
        }
    }

    @Test("its example can be read")
    func example() throws {
        let document = try document()
        let start = try #require(document.firstRange(of: "```yaml\n")?.upperBound)
        let end = try #require(document[start...].firstRange(of: "```")?.lowerBound)
        let scenario = try Scenario(yaml: String(document[start..<end]), file: "docs/scenarios.md")
        #expect(scenario.facilities.count > 100)
        #expect(scenario.events.count > 2)
    }
}
