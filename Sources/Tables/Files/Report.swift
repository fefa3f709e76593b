internal import WireJSON

/// Writes the rows of one report, in one format, as they are added.
///
/// ```swift
/// var report = Report(columns, format, to: output)
/// for visit in visits { try report.add(visit) }
/// try report.end()
/// ```
package struct Report<Row> {
    private let columns: [Column<Row>]
    private let format: ReportFormat
    private let output: ([UInt8]) throws -> Void
    private let defusesFormulas: Bool
    private var buffer: [UInt8] = []
    private var table: TableText
    package private(set) var count = 0

    /// How many bytes are buffered before they are written.
    private static var pieceLength: Int { 1 << 16 }
    /// How many rows a table buffers to compute the width of its columns.
    private static var tableBlock: Int { 10_000 }

    /// With `defusesFormulas`, a spreadsheet takes no text of CSV for a formula (see `CSVText.defused`).
    package init(
        _ columns: [Column<Row>],
        _ format: ReportFormat,
        defusesFormulas: Bool = false,
        to output: @escaping ([UInt8]) throws -> Void
    ) {
        self.columns = columns.filter { $0.formats.contains(format) }
            .sorted { format == .json && $0.key < $1.key }
        self.format = format
        self.defusesFormulas = defusesFormulas
        self.output = output
        self.table = TableText(titles: self.columns.map(\.title), rightAligned: self.columns.map(\.isRightAligned))
        switch format {
        case .table: break
        case .json: buffer.append(contentsOf: "[".utf8)
        case .csv: CSVText.write(self.columns.map(\.key), to: &buffer)
        }
    }

    package mutating func add(_ row: Row) throws {
        let cells = columns.map { $0.cell(row) }
        switch format {
        case .table:
            table.add(cells.map(\.forPeople))
            if table.rowCount == Self.tableBlock { table.flush(to: &buffer) }
        case .json:
            buffer.append(contentsOf: count == 0 ? "\n  ".utf8 : ",\n  ".utf8)
            buffer += JSONBytes.object(zip(columns.map(\.key), cells))
        case .csv: CSVText.write(cells.map { defusesFormulas ? $0.defusedForCSV : $0.forCSV }, to: &buffer)
        }
        count += 1
        if buffer.count >= Self.pieceLength { try flush() }
    }

    /// Writes what follows the rows.
    ///
    /// The note is a line after the table, and the only one where the table is empty; other formats omit it.
    package mutating func end(note: String? = nil) throws {
        switch format {
        case .table:
            if count > 0 { table.flush(to: &buffer) }
            if let note { buffer.append(contentsOf: (count > 0 ? "\n\(note)\n" : "\(note)\n").utf8) }
        case .json: buffer.append(contentsOf: count > 0 ? "\n]\n".utf8 : "]\n".utf8)
        case .csv: break
        }
        try flush()
    }

    private mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

extension Report {
    /// Writes a single row: as lines of name and value in a table, as one object or one row for programs.
    package static func writeOne(
        _ row: Row,
        _ columns: [Column<Row>],
        _ format: ReportFormat,
        to output: @escaping ([UInt8]) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        switch format {
        case .table:
            let pairs = columns.filter { $0.formats.contains(.table) }.map {
                ($0.title, TableText.lines($0.cell(row).forPeople))
            }
            let width = pairs.map(\.0.count).max() ?? 0
            for (title, value) in pairs where !value.isEmpty {
                let padding = String(repeating: " ", count: width - title.count + 2)
                bytes.append(contentsOf: "\(title)\(padding)\(value)\n".utf8)
            }
        case .json:
            let sorted = columns.filter { $0.formats.contains(.json) }.sorted { $0.key < $1.key }
            bytes += JSONBytes.object(zip(sorted.map(\.key), sorted.map { $0.cell(row) }))
            bytes.append(UInt8(ascii: "\n"))
        case .csv:
            var report = Report(columns, .csv, to: output)
            try report.add(row)
            try report.end()
        }
        try output(bytes)
    }
}
