internal import VisitModel

/// Parses a delimited file incrementally, from its bytes to its rows.
///
/// ```swift
/// var document = FacilityDocument(file: "gyms.csv")
/// try document.consume(chunk) { row in … }   // for every chunk
/// try document.finish { row in … }
/// ```
///
/// Rows are emitted as soon as they are parsed. The problems of the file are in `diagnostics`. A list of GeoJSON
/// features is read as a table too, with the columns that a `FeatureSurvey` of it found.
package struct DelimitedDocument<Rows: DelimitedRowReader>: Sendable {
    /// The name of the file, as the user gave it.
    package let file: String
    /// Whether the file is a list of GeoJSON features.
    package let isGeoJSON: Bool
    package private(set) var diagnostics: DiagnosticLog
    /// The number of records below the header, without blank lines.
    package private(set) var recordCount = 0
    /// The number of records that gave a row; those are left out, once the document is finished, that the rows together
    /// showed to be unusable.
    package private(set) var usableCount = 0

    private let overrides: [Rows.Field: String]
    private let makeRows: @Sendable (ColumnMapping<Rows.Field>, Dialect?) -> Rows
    private var source: RecordSource
    /// `nil` before the header.
    private(set) var rows: Rows?

    init(
        file: String,
        overrides: [Rows.Field: String],
        source: RecordSource,
        diagnosticLimit: Int,
        makeRows: @escaping @Sendable (ColumnMapping<Rows.Field>, Dialect?) -> Rows
    ) {
        self.file = file
        self.isGeoJSON = source.isFeatureList
        self.overrides = overrides
        self.makeRows = makeRows
        self.source = source
        self.diagnostics = DiagnosticLog(limit: diagnosticLimit)
    }

    /// `nil` before the header.
    package var columns: ColumnMapping<Rows.Field>? { rows?.columns }
    package var encoding: TextEncoding? { source.encoding }
    /// `nil` before it is known, and for GeoJSON.
    package var dialect: Dialect? { source.dialect }

    /// Emits every row that ends in the next bytes of the file.
    ///
    /// `stored` looks up what a row is completed from. Throws `InterchangeError` when the file can't be read at all: no
    /// text, no column for a required field, a mapping to a missing column; or what the closures throw.
    package mutating func consume(
        _ chunk: [UInt8],
        completedBy stored: Rows.Stored,
        _ body: (Rows.Row) throws -> Void
    ) throws {
        try reading { document, source in try source.consume(chunk) { try document.process($0, stored, body) } }
    }

    /// Emits the remaining rows, and checks them as a whole; throws as `consume` does.
    package mutating func finish(completedBy stored: Rows.Stored, _ body: (Rows.Row) throws -> Void) throws {
        try reading { document, source in try source.finish { try document.process($0, stored, body) } }
        guard var rows else {
            throw InterchangeError(.empty, "\(file) is empty, expected a header line and \(Rows.content)")
        }
        if usableCount == 0, recordCount > 0, let missing = Rows.fieldOfNewRows(missingIn: rows.columns) {
            throw lacks(missing, rows.columns, line: 1)
        }
        if let note = source.encodingNote(file: file) { diagnostics.append(note) }
        let whole = try rows.finish(file: file, stored)
        self.rows = rows
        usableCount -= whole.refused
        diagnostics.append(contentsOf: whole.remarks)
        diagnostics.append(contentsOf: rows.wholeFileDiagnostics(file: file))
    }

    /// Moves the source out, so that it and the document can both be modified.
    private mutating func reading(_ body: (inout DelimitedDocument, inout RecordSource) throws -> Void) throws {
        var source = RecordSource(dialect: nil)
        swap(&source, &self.source)
        defer { swap(&source, &self.source) }
        try body(&self, &source)
    }

    private mutating func process(
        _ record: borrowing DelimitedRecord,
        _ stored: Rows.Stored,
        _ body: (Rows.Row) throws -> Void
    ) throws {
        if case .unclosedQuote(let quote) = record.defect, quote.exceedsLimits {
            throw InterchangeError.endlessQuote(quote, rows?.columns.headers ?? [], file)
        }
        guard rows != nil else { return try readHeader(record) }
        // A spreadsheet row with nothing but delimiters is a blank line too.
        guard !record.hasOnlyEmptyFields else { return }
        recordCount += 1
        var problems = RowProblems(file: file, line: record.line, feature: record.feature?.number)
        if !record.isASCII, let columns = rows?.columns { problems.checkVisibility(record, columns) }
        let row = try rows?.row(record, stored, &problems)
        diagnostics.append(contentsOf: problems.diagnostics)
        guard let row else { return }
        usableCount += 1
        try body(row)
    }

    private mutating func readHeader(_ record: borrowing DelimitedRecord) throws {
        let headers = record.headers
        let columns = try ColumnMapping<Rows.Field>(headers: headers, overrides: overrides)
        if let missing = Rows.missingField(in: columns) {
            throw lacks(missing, columns, line: record.line)
        }
        rows = makeRows(columns, isGeoJSON ? nil : record.dialect)
        var problems = RowProblems(file: file, line: record.line)
        problems.checkHeader(record, columns)
        diagnostics.append(contentsOf: problems.diagnostics)
    }

    private func lacks(_ field: Rows.Field, _ columns: ColumnMapping<Rows.Field>, line: Int) -> InterchangeError {
        InterchangeError(
            .header,
            "\(file):\(line): there is no column for \(field.rawValue) among "
                + "\(ColumnMapping<Rows.Field>.list(columns.headers)); give it by a mapping \(field.rawValue)=COLUMN"
        )
    }
}

extension DelimitedDocument where Rows.Stored == Void {
    /// Emits every row that ends in the next bytes of the file.
    package mutating func consume(_ chunk: [UInt8], _ body: (Rows.Row) throws -> Void) throws {
        try consume(chunk, completedBy: (), body)
    }

    /// Emits the remaining rows, and checks them as a whole.
    package mutating func finish(_ body: (Rows.Row) throws -> Void) throws { try finish(completedBy: (), body) }
}

/// Converts the records of one kind of file into its rows.
package protocol DelimitedRowReader: Sendable {
    associatedtype Field: ColumnField
    associatedtype Row
    /// The lookup of what is stored already, from which a row is completed; `Void` where rows need none.
    associatedtype Stored

    /// What such a file has below its header, for the message that a file is empty.
    static var content: String { get }

    /// The required field that has no column; `nil` where all have one.
    static func missingField(in columns: ColumnMapping<Field>) -> Field?

    /// The field without a column that every row needs which has nothing stored; `nil` where all have one.
    static func fieldOfNewRows(missingIn columns: ColumnMapping<Field>) -> Field?

    var columns: ColumnMapping<Field> { get }

    /// Adds all problems of a record, not only the first; one with an error gives no row.
    ///
    /// Throws only what the lookup throws.
    mutating func row(
        _ record: borrowing DelimitedRecord,
        _ stored: Stored,
        _ problems: inout RowProblems
    ) throws -> Row?

    /// Checks the rows with each other and with what is stored, after the last one; returns how many it refuses.
    ///
    /// Throws only what the lookup throws.
    mutating func finish(file: String, _ stored: Stored) throws -> (refused: Int, remarks: [Diagnostic])

    /// The diagnostics that require the whole file.
    func wholeFileDiagnostics(file: String) -> [Diagnostic]
}

extension DelimitedRowReader {
    package static func fieldOfNewRows(missingIn columns: ColumnMapping<Field>) -> Field? { nil }
}

/// The records of a document: the rows of delimited text, or the features of a GeoJSON list.
struct RecordSource: Sendable {
    private var rows: DelimitedReader?
    private var features: FeatureReader?

    /// Rows in a dialect, which is detected where it is `nil`.
    init(dialect: Dialect?) { rows = DelimitedReader(dialect: dialect) }

    init(features columns: FeatureColumns) { features = FeatureReader(columns) }

    var encoding: TextEncoding? { rows?.encoding ?? features?.encoding }
    var dialect: Dialect? { rows?.dialect }
    var isFeatureList: Bool { features != nil }

    mutating func consume(_ chunk: [UInt8], _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try rows?.consume(chunk, body)
        try features?.consume(chunk, body)
    }

    mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try rows?.finish(body)
        try features?.finish(body)
    }

    func encodingNote(file: String) -> Diagnostic? { rows?.encodingNote(file: file) }
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
