/// The form of a report.
package enum ReportFormat: String, Sendable, CaseIterable {
    /// For people.
    case table
    /// For programs.
    case json, csv
}

/// One column of a report: its name in each format, and its value in a row.
package struct Column<Row>: Sendable {
    /// In JSON and CSV, in snake case; stable, because programs read it.
    package let key: String
    /// In tables.
    package let title: String
    package let formats: Set<ReportFormat>
    package let isRightAligned: Bool
    package let cell: @Sendable (Row) -> Cell

    /// Without a title, a table uses the key.
    package init(
        _ key: String,
        _ title: String = "",
        in formats: Set<ReportFormat> = [.table, .json, .csv],
        isRightAligned: Bool = false,
        _ cell: @escaping @Sendable (Row) -> Cell
    ) {
        self.key = key
        self.title = title.isEmpty ? key : title
        self.formats = formats
        self.isRightAligned = isRightAligned
        self.cell = cell
    }
}

extension Set<ReportFormat> {
    package static var programs: Set<ReportFormat> { [.json, .csv] }
}
