import Foundation
import LongTests
import Testing

@Suite("The options table")
struct OptionsTableTests {
    private static func rows(_ document: OptionDocument) throws -> OptionRows {
        let text = ProjectFiles(root: ProjectFiles.root).text(document.path)
        return try OptionRows(reading: try #require(text, "there is no \(document.path)"))
    }

    @Test("every row refers to an existing file, symbol and test", .long, arguments: OptionDocument.allCases)
    func places(document: OptionDocument) throws {
        let rows = try Self.rows(document)
        for fault in rows.faults(in: ProjectFiles(root: ProjectFiles.root)) {
            Issue.record("\(document.path):\(fault)")
        }
        #expect(rows.rows.count == document.rowCount)
    }

    @Test("docs/options.md is generated from the rows")
    func page() throws {
        let files = OptionDocument.allCases.filter {
            FileManager.default.fileExists(atPath: ProjectFiles.root.appending(path: $0.path).path)
        }
        let page = OptionsPage(sections: try files.map { ($0, try Self.rows($0).rows) })
        let url = ProjectFiles.root.appending(path: "docs/options.md")
        if ProcessInfo.processInfo.environment["FOOTFALL_RECORD_GOLDEN"] == "1" {
            try page.text.write(to: url, atomically: true, encoding: .utf8)
        }
        // Compared beforehand: a failure should not print both pages.
        let isCurrent = try String(contentsOf: url, encoding: .utf8) == page.text
        #expect(isCurrent, "rewrite it with FOOTFALL_RECORD_GOLDEN=1")
    }

    @Test(
        "every item of a document has its row",
        .enabled(if: OptionReference.url != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"),
        arguments: OptionDocument.allCases
    )
    func complete(document: OptionDocument) throws {
        let url = try #require(OptionReference.url)
        let reference = OptionReference(reading: try String(contentsOf: url, encoding: .utf8))
        let items = try #require(reference.items[document.number])
        #expect(items.count == document.rowCount)
        let rows = try Self.rows(document).rows
        for item in items where !rows.contains(where: item.isAnswered) {
            Issue.record("\(document.path) does not answer \(item.line) \(item.item)")
        }
    }
}
