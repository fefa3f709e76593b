internal import VisitModel

/// Parses a delimited file incrementally, from its bytes to its rows.
///
/// ```swift
/// var document = FacilityDocument(file: "gyms.csv")
/// try document.consume(chunk) { row in … }   // for every chunk
/// try document.finish { row in … }
/// ```
///
/// Rows are emitted as soon as they are parsed. The problems of the file are in `diagnostics`.
package struct DelimitedDocument<Rows: DelimitedRowReader>: Sendable {
    /// The name of the file, as the user gave it.
    package let file: String
    package private(set) var diagnostics: DiagnosticLog
    /// The number of records below the header, without blank lines.
    package private(set) var recordCount = 0
    /// The number of records that gave a row.
    package private(set) var usableCount = 0

    private let overrides: [Rows.Field: String]
    private let makeRows: @Sendable (ColumnMapping<Rows.Field>, Dialect) -> Rows
    private var reader: DelimitedReader
    /// `nil` before the header.
    private(set) var rows: Rows?

    init(
        file: String,
        overrides: [Rows.Field: String],
        dialect: Dialect?,
        diagnosticLimit: Int,
        makeRows: @escaping @Sendable (ColumnMapping<Rows.Field>, Dialect) -> Rows
    ) {
        self.file = file
        self.overrides = overrides
        self.makeRows = makeRows
        self.reader = DelimitedReader(dialect: dialect)
        self.diagnostics = DiagnosticLog(limit: diagnosticLimit)
    }

    /// `nil` before the header.
    package var columns: ColumnMapping<Rows.Field>? { rows?.columns }
    package var encoding: TextEncoding? { reader.encoding }
    package var dialect: Dialect? { reader.dialect }

    /// Emits every row that ends in the next bytes of the file.
    ///
    /// Throws `InterchangeError` when the file can't be read at all: no text, no column for a required field, a mapping
    /// to a missing column; or what the body throws.
    package mutating func consume(_ chunk: [UInt8], _ body: (Rows.Row) throws -> Void) throws {
        try reading { document, reader in try reader.consume(chunk) { try document.process($0, body) } }
    }

    /// Emits the remaining rows, and checks them as a whole; throws as `consume` does.
    package mutating func finish(_ body: (Rows.Row) throws -> Void) throws {
        try reading { document, reader in try reader.finish { try document.process($0, body) } }
        guard let rows else {
            throw InterchangeError(.empty, "\(file) is empty, expected a header line and \(Rows.content)")
        }
        if let note = reader.encodingNote(file: file) { diagnostics.append(note) }
        diagnostics.append(contentsOf: rows.wholeFileDiagnostics(file: file))
    }

    /// Moves the reader out, so that it and the document can both be modified.
    private mutating func reading(_ body: (inout DelimitedDocument, inout DelimitedReader) throws -> Void) throws {
        var reader = DelimitedReader()
        swap(&reader, &self.reader)
        defer { swap(&reader, &self.reader) }
        try body(&self, &reader)
    }

    private mutating func process(_ record: borrowing DelimitedRecord, _ body: (Rows.Row) throws -> Void) throws {
        guard rows != nil else { return try readHeader(record) }
        // A spreadsheet row with nothing but delimiters is a blank line too.
        guard !record.hasOnlyEmptyFields else { return }
        recordCount += 1
        var problems = RowProblems(file: file, line: record.line)
        let row = rows?.row(record, &problems)
        diagnostics.append(contentsOf: problems.diagnostics)
        guard let row else { return }
        usableCount += 1
        try body(row)
    }

    private mutating func readHeader(_ record: borrowing DelimitedRecord) throws {
        let headers = record.headers
        let columns = try ColumnMapping<Rows.Field>(headers: headers, overrides: overrides)
        if let missing = Rows.missingField(in: columns) {
            throw InterchangeError(
                .header,
                "\(file):\(record.line): there is no column for \(missing.rawValue) among "
                    + "\(ColumnMapping<Rows.Field>.list(headers)); give it by a mapping \(missing.rawValue)=COLUMN"
            )
        }
        rows = makeRows(columns, record.dialect)
        var problems = RowProblems(file: file, line: record.line)
        problems.checkHeader(record, columns)
        diagnostics.append(contentsOf: problems.diagnostics)
    }
}

/// Converts the records of one kind of file into its rows.
package protocol DelimitedRowReader: Sendable {
    associatedtype Field: ColumnField
    associatedtype Row

    /// What such a file has below its header, for the message that a file is empty.
    static var content: String { get }

    /// The required field that has no column; `nil` where all have one.
    static func missingField(in columns: ColumnMapping<Field>) -> Field?

    var columns: ColumnMapping<Field> { get }

    /// Adds all problems of a record, not only the first; one with an error gives no row.
    mutating func row(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> Row?

    /// The diagnostics that require the whole file.
    func wholeFileDiagnostics(file: String) -> [Diagnostic]
}

extension DelimitedReader {
    /// A note about bytes that were invalid in the encoding; `nil` where all were valid.
    fileprivate func encodingNote(file: String) -> Diagnostic? {
        guard invalidByteCount > 0, let invalid = firstInvalidByte, let line = firstInvalidByteLine else { return nil }
        let value = "0x" + String(invalid.value, radix: 16, uppercase: true)
        let count = invalidByteCount == 1 ? "1 byte" : "\(invalidByteCount) bytes, the first of them here,"
        let message =
            switch encoding {
            case .utf16LittleEndian, .utf16BigEndian:
                "\(count) (\(value)) did not fit the file's UTF-16 and became U+FFFD, expected whole characters"
            default:
                "\(count) (\(value)) that is not UTF-8 was read as Windows-1252, expected a file in UTF-8"
            }
        return Diagnostic(.note, code: "encoding", file: file, line: line, message: message)
    }
}
