/// One column of a report: its name in each format, and its value in a row.
struct Column<Row>: Sendable {
    /// The name in JSON and CSV, in snake case; stable, because programs read it.
    let key: String
    /// The name in tables.
    let title: String
    /// The formats that it appears in.
    let formats: Set<ReportFormat>
    /// Whether a table aligns it to the right.
    let isRightAligned: Bool
    /// The value in a row.
    let cell: @Sendable (Row) -> Cell

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - key: the name in JSON and CSV.
    ///   - title: the name in tables; empty for the key.
    ///   - formats: the formats that it appears in.
    ///   - isRightAligned: whether a table aligns it to the right.
    ///   - cell: the value in a row.
    init(
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
    /// The formats for programs.
    static var programs: Set<ReportFormat> { [.json, .csv] }
}
