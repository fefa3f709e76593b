internal import VisitModel
internal import VisitStore
internal import WireJSON

/// Writes the rows of one report, in one format, as they are added.
///
/// ```swift
/// var report = Report(VisitDisplay.columns, format, to: console.output)
/// for visit in visits { try report.add(visit) }
/// try report.end()
/// ```
struct Report<Row> {
    private let columns: [Column<Row>]
    private let format: ReportFormat
    private let output: ([UInt8]) throws -> Void
    private var buffer: [UInt8] = []
    private var table: TableText
    private(set) var count = 0

    /// How many bytes are buffered before they are written.
    private static var pieceLength: Int { 1 << 16 }
    /// How many rows a table buffers to compute the width of its columns.
    private static var tableBlock: Int { 10_000 }

    init(_ columns: [Column<Row>], _ format: ReportFormat, to output: @escaping ([UInt8]) throws -> Void) {
        self.columns = columns.filter { $0.formats.contains(format) }
            .sorted { format == .json && $0.key < $1.key }
        self.format = format
        self.output = output
        self.table = TableText(titles: self.columns.map(\.title), rightAligned: self.columns.map(\.isRightAligned))
        switch format {
        case .table: break
        case .json: buffer.append(contentsOf: "[".utf8)
        case .csv: CSVText.write(self.columns.map(\.key), to: &buffer)
        }
    }

    mutating func add(_ row: Row) throws {
        let cells = columns.map { $0.cell(row) }
        switch format {
        case .table:
            table.add(cells.map(\.forPeople))
            if table.rowCount == Self.tableBlock { table.flush(to: &buffer) }
        case .json:
            buffer.append(contentsOf: count == 0 ? "\n  ".utf8 : ",\n  ".utf8)
            buffer += JSONBytes.object(zip(columns.map(\.key), cells))
        case .csv: CSVText.write(cells.map(\.forCSV), to: &buffer)
        }
        count += 1
        if buffer.count >= Self.pieceLength { try flush() }
    }

    /// Writes what follows the rows.
    ///
    /// The note is a line after the table, and the only one where the table is empty; other formats omit it.
    mutating func end(note: String? = nil) throws {
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
    static func writeOne(
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

enum CountDisplay {
    struct Row {
        let month: Month
        let count: VisitCount
        let facilityName: String?
    }

    static func columns(_ keys: CountKeys) -> [Column<Row>] {
        var columns: [Column<Row>] = [Column("month") { .text($0.month.description) }]
        if keys.contains(.member) { columns.append(Column("member") { .optional($0.count.member?.text) }) }
        if keys.contains(.facility) {
            columns.append(Column("facility") { .optional($0.count.facility?.text) })
            columns.append(Column("name", in: [.table]) { .optional($0.facilityName) })
        }
        columns.append(Column("visits", isRightAligned: true) { .integer($0.count.visits) })
        columns.append(Column("days", isRightAligned: true) { .integer($0.count.days) })
        return columns
    }
}

enum SettingsDisplay {
    struct Row {
        let defaultTimeZone: TimeZoneName?
        let retention: RetentionPeriods
        let collection: CollectionPeriods
    }

    static let columns: [Column<Row>] = [
        Column("default_time_zone", in: .programs) { .optional($0.defaultTimeZone?.identifier) },
        Column("default_time_zone", "default time zone", in: [.table]) {
            .text($0.defaultTimeZone?.identifier ?? "none (UTC)")
        },
        Column("retention_days", in: .programs) { number($0.retention.liveDays) },
        Column("replayed_retention_days", in: .programs) { number($0.retention.replayedDays) },
        Column("evidence_retention_days", in: .programs) { number($0.retention.evidenceDays) },
        Column("access_retention_days", in: .programs) { number($0.retention.accessDays) },
        Column("retention", "fixes are kept", in: [.table]) { .text(words($0.retention.liveDays)) },
        Column("replayed_retention", "replayed fixes are kept", in: [.table]) {
            .text(words($0.retention.replayedDays))
        },
        Column("evidence_retention", "fixes of visits are kept", in: [.table]) {
            .text(words($0.retention.evidenceDays))
        },
        Column("access_retention", "the access record is kept", in: [.table]) {
            .text(words($0.retention.accessDays))
        },
        Column("correction_quiet_seconds", in: .programs) { .integer($0.collection.quietSeconds) },
        Column("correction_delay_seconds", in: .programs) { .integer($0.collection.delaySeconds) },
        Column("correction_quiet", "webhooks report corrections", in: [.table]) {
            let (quiet, delay) = ($0.collection.quietSeconds, $0.collection.delaySeconds)
            return .text(quiet == 0 || delay == 0 ? "at once" : "after \(quiet) s without a change, at most \(delay) s")
        },
    ]

    private static func number(_ days: Int?) -> Cell { days.map { .integer($0) } ?? .nothing }

    private static func words(_ days: Int?) -> String { days.map { CountText.of($0, "day") } ?? "forever" }
}

/// Writes lines of comma-separated values (RFC 4180), with line feeds.
enum CSVText {
    static func write(_ fields: [String], to buffer: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            write(field, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Quotes the field where needed.
    private static func write(_ field: String, to buffer: inout [UInt8]) {
        let needsQuotes = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else {
            buffer.append(contentsOf: field.utf8)
            return
        }
        buffer.append(0x22)
        for byte in field.utf8 {
            if byte == 0x22 { buffer.append(0x22) }
            buffer.append(byte)
        }
        buffer.append(0x22)
    }
}

extension Cell {
    /// The value as a CSV field: exact, times as ISO 8601 in UTC, a list's texts joined by semicolons.
    var forCSV: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, _): JSONBytes.text(of: number)
        case .time(let time): time.iso8601
        case .flag(let flag): flag ? "true" : "false"
        case .list(let texts): texts.joined(separator: ";")
        case .json(let document): document
        case .nothing: ""
        }
    }
}
