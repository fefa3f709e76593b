/// One column of a report: its name in each format, and how a row fills it.
struct Column<Row>: Sendable {
    /// Its name in json and csv, in snake case; stable, because programs read it.
    let key: String
    /// Its name in tables.
    let title: String
    /// The formats it appears in.
    let formats: Set<ReportFormat>
    /// Whether a table sets it to the right.
    let isRightAligned: Bool
    /// Its value in a row.
    let cell: @Sendable (Row) -> Cell

    /// Makes a column.
    ///
    /// - Parameters:
    ///   - key: its name in json and csv.
    ///   - title: its name in tables.
    ///   - formats: the formats it appears in.
    ///   - isRightAligned: whether a table sets it to the right.
    ///   - cell: its value in a row.
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
