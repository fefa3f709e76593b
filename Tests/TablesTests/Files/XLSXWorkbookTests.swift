import Foundation
import Testing
import VisitModel

@testable import Tables

@Suite("Workbooks")
struct XLSXWorkbookTests {
    private static let columns: [Column<Int>] = [
        Column("name", "Name") { .text("=row \($0)") }, Column("number") { .integer($0) },
        Column("share") { .number(Double($0) / 7, decimals: 2) }, Column("day") { .day(CivilDate(daysSince1970: $0)) },
        Column("at") { .clock(CivilDate(daysSince1970: $0), second: 64_805) }, Column("flag") { .flag($0 > 1) },
        Column("none") { _ in .nothing },
    ]

    private static func path() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("tables-\(UUID().uuidString).xlsx").path
    }

    @Test("a workbook is a zip archive with one sheet; what it shows is checked with openpyxl in the browser walk")
    func archive() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try XLSXWorkbook(at: path)
        var sheet = try file.sheet("Visits", Self.columns)
        for number in 0..<3 { try sheet.add(number) }
        try file.close()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(bytes.starts(with: Array("PK".utf8)))
        #expect(String(decoding: bytes, as: UTF8.self).contains("xl/worksheets/sheet1.xml"))
    }

    @Test("a text of more code points than a cell holds is cut, and one that XML can't have is replaced")
    func longTexts() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let columns = [Column<String>("text") { .text($0) }]
        let file = try XLSXWorkbook(at: path)
        var sheet = try file.sheet("Texts", columns)
        for text in ["e" + String(repeating: "\u{301}", count: 40_000), "a\u{FFFE}b\u{FFFF}", "\u{1}\u{7}"] {
            try sheet.add(text)
        }
        try file.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a path that can't be written is an error that names it")
    func unwritable() throws {
        let error = #expect(throws: TablesError.self) {
            let file = try XLSXWorkbook(at: "/nonexistent/visits.xlsx")
            var sheet = try file.sheet("Visits", Self.columns)
            try sheet.add(1)
            try file.close()
        }
        #expect(error?.code == .output)
        #expect(error?.message.contains("/nonexistent/visits.xlsx") == true)
    }
}
