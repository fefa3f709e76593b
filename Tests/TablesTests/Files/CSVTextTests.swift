import Testing

@testable import Tables

@Suite("CSV for spreadsheets")
struct CSVTextTests {
    @Test(
        "a text that begins like a formula has an apostrophe before it, another one and every number have not",
        arguments: [
            (Cell.text("=1+2"), "'=1+2"), (.text("+1"), "'+1"), (.text("-1"), "'-1"), (.text("@SUM(A1)"), "'@SUM(A1)"),
            (.text("\t=1"), "'\t=1"), (.text("\r=1"), "'\r=1"), (.text("Gym = fun"), "Gym = fun"), (.text(""), ""),
            (.list(["=a", "b"]), "'=a;b"), (.number(-1.5, decimals: 1), "-1.5"), (.integer(-3), "-3"),
        ]
    )
    func formulas(cell: Cell, expected: String) {
        #expect(cell.defusedForCSV == expected)
    }

    @Test("a file for programs has every text as it is")
    func raw() throws {
        for defuses in [true, false] {
            var text = ""
            let columns = [Column<String>("name") { .text($0) }]
            var report = Report(columns, .csv, defusesFormulas: defuses) { text += String(decoding: $0, as: UTF8.self) }
            try report.add("=HYPERLINK(\"http://a\",\"b\")")
            try report.end()
            let quoted = "\"\(defuses ? "'" : "")=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\"\n"
            #expect(text == "name\n\(quoted)")
        }
    }
}
