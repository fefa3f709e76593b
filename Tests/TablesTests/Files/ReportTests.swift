import Testing
import VisitModel

@testable import Tables

@Suite("Reports")
struct ReportTests {
    private struct Row {
        let name: String
        let number: Double?
    }

    private static let columns: [Column<Row>] = [
        Column("name") { .text($0.name) },
        Column("value_m", "value (m)", isRightAligned: true) { .optional($0.number, decimals: 2) },
        Column("tags", in: .programs) { _ in .list(["a", "b"]) },
    ]

    private func text(_ rows: [Row], _ format: ReportFormat) throws -> String {
        var bytes: [UInt8] = []
        var report = Report(Self.columns, format) { bytes += $0 }
        for row in rows { try report.add(row) }
        try report.end(note: "\(rows.count) rows")
        return String(decoding: bytes, as: UTF8.self)
    }

    private let rows = [Row(name: "x,\"y\"\nz\u{1}\\", number: -0.125), Row(name: "Zürich", number: nil)]

    @Test("a table is aligned, and a row stays a line")
    func table() throws {
        #expect(
            try text(rows, .table)
                == "NAME       VALUE (M)\nx,\"y\" z \\      -0.13\nZürich\n\n2 rows\n"
        )
    }

    @Test("a hidden character is visible in a table, and unchanged for programs")
    func hidden() throws {
        let rows = [Row(name: "Gym\u{202E}moc", number: 1), Row(name: "a\u{85}b\u{9B}c", number: nil)]
        let table = """
            NAME                 VALUE (M)
            Gym\\u{202E}moc            1.00
            a\\u{0085}b\\u{009B}c

            2 rows

            """
        #expect(try text(rows, .table) == table)
        #expect(try text([rows[0]], .csv) == "name,value_m,tags\nGym\u{202E}moc,1,a;b\n")
        var bytes: [UInt8] = []
        try Report.writeOne(rows[0], Self.columns, .table) { bytes += $0 }
        #expect(String(decoding: bytes, as: UTF8.self) == "name       Gym\\u{202E}moc\nvalue (m)  1.00\n")
    }

    @Test("csv is quoted where it must be and exact")
    func csv() throws {
        #expect(try text(rows, .csv) == "name,value_m,tags\n\"x,\"\"y\"\"\nz\u{1}\\\",-0.125,a;b\nZürich,,a;b\n")
    }

    @Test("json has sorted keys and escapes what it must")
    func json() throws {
        let expected = """
            [
              {"name": "x,\\"y\\"\\nz\\u0001\\\\", "tags": ["a", "b"], "value_m": -0.125},
              {"name": "Zürich", "tags": ["a", "b"], "value_m": null}
            ]

            """
        #expect(try text(rows, .json) == expected)
    }

    @Test("a long report comes in pieces, and a long table keeps one header", arguments: ReportFormat.allCases)
    func pieces(format: ReportFormat) throws {
        var pieces: [Int] = []
        var text = ""
        var report = Report(Self.columns, format) {
            pieces.append($0.count)
            text += String(decoding: $0, as: UTF8.self)
        }
        for number in 0..<25_000 { try report.add(Row(name: "row \(number)", number: Double(number))) }
        try report.end()
        #expect(pieces.count > 1)
        #expect(text.split(separator: "\n").count == 25_000 + (format == .json ? 2 : 1))
    }

    @Test(
        "numbers are rounded for people",
        arguments: [
            (0.0, 1, "0.0"), (12.345, 2, "12.35"), (-0.04, 1, "0.0"), (-9.96, 1, "-10.0"), (0.05, 2, "0.05"),
            (15_879_478.115, 1, "15879478.1"), (3, 0, "3"), (Double.infinity, 1, "inf"),
        ]
    )
    func rounding(number: Double, decimals: Int, expected: String) {
        #expect(Cell.rounded(number, decimals) == expected)
    }

    @Test("a time for people has no letters, and a time for programs is ISO 8601 in UTC")
    func times() {
        let time = Cell.time(Timestamp(milliseconds: 1_709_273_378_250))
        #expect(time.forPeople == "2024-03-01 06:09:38")
        #expect(time.forCSV == "2024-03-01T06:09:38.250Z")
    }
}
