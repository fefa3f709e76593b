internal import VisitModel

/// Reads a facility file from its bytes to its facilities, as a stream.
///
/// ```swift
/// var document = FacilityDocument(file: "gyms.csv")
/// try document.consume(chunk) { row in … }   // for every chunk
/// try document.finish { row in … }
/// ```
///
/// Rows come out as soon as they are read, so a row that a later one of the same id replaces comes out too; once the
/// document is finished `isLast(_:)` tells them apart. What is wrong with the file is in `diagnostics`.
package struct FacilityDocument: Sendable {
    /// The name of the file, as the user gave it.
    package let file: String
    /// Which column holds which field, once the header was read.
    package private(set) var columns: FacilityColumns?
    /// The remarks on the file.
    package private(set) var diagnostics: DiagnosticLog
    /// How many records there are below the header; blank lines are none.
    package private(set) var recordCount = 0
    /// How many records gave a facility.
    package private(set) var usableCount = 0

    private let overrides: [FacilityField: String]
    private let defaults: FacilityDefaults
    private let unreadableTimeZone: Diagnostic.Severity
    private(set) var reader: DelimitedReader
    private(set) var rowReader: FacilityRowReader?
    private(set) var checks = FacilityChecks()

    /// Makes a document at its start.
    ///
    /// - Parameters:
    ///   - file: the file's name, for messages.
    ///   - overrides: the header of a field's column, where the usual names would pick a wrong one.
    ///   - defaults: what a facility gets where its row does not say.
    ///   - dialect: how fields and records are separated; `nil` to find out.
    ///   - unreadableTimeZone: the severity of a time zone that can't be read; with an error its row is unusable, else the
    ///     facility has no time zone of its own.
    ///   - diagnosticLimit: the most diagnostics kept; all are counted.
    package init(
        file: String,
        overrides: [FacilityField: String] = [:],
        defaults: FacilityDefaults = FacilityDefaults(),
        dialect: Dialect? = nil,
        unreadableTimeZone: Diagnostic.Severity = .warning,
        diagnosticLimit: Int = 100_000
    ) {
        self.file = file
        self.overrides = overrides
        self.defaults = defaults
        self.unreadableTimeZone = unreadableTimeZone
        self.reader = DelimitedReader(dialect: dialect)
        self.diagnostics = DiagnosticLog(limit: diagnosticLimit)
    }

    /// The encoding, once it is known.
    package var encoding: TextEncoding? { reader.encoding }
    /// How fields and records are separated, once it is known.
    package var dialect: Dialect? { reader.dialect }
    /// How many different facilities the usable rows describe.
    package var distinctFacilities: Int { checks.distinctIDs }

    /// Takes the next bytes of the file and hands over every facility that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: gets each usable row in turn.
    /// - Throws: `InterchangeError` when the file can't be read at all: no text, no coordinate column, a mapping to a column that is not there;
    ///   or what the body throws.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (FacilityRow) throws -> Void
    ) throws {
        try reading { document, reader in
            try reader.consume(chunk) { try document.take($0, body) }
        }
    }

    /// Takes the next bytes of the file and hands over every facility that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: gets each usable row in turn.
    /// - Throws: `InterchangeError` when the file can't be read at all, or what the body throws.
    package mutating func consume(_ chunk: [UInt8], _ body: (FacilityRow) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Hands over what is left at the end of the file, and looks at the rows as a whole.
    ///
    /// - Parameter body: gets each usable row in turn.
    /// - Throws: `InterchangeError` when the file can't be read at all, or what the body throws.
    package mutating func finish(_ body: (FacilityRow) throws -> Void) throws {
        try reading { document, reader in
            try reader.finish { try document.take($0, body) }
        }
        guard columns != nil else {
            throw InterchangeError(.empty, "\(file) is empty, expected a header line and a row for each facility")
        }
        for diagnostic in wholeFileDiagnostics() {
            diagnostics.append(diagnostic)
        }
    }

    /// Whether a row is the last of its id, and so the one that counts.
    ///
    /// - Parameter row: a row of this document, after it was finished.
    /// - Returns: false where a later row has the same id.
    package func isLast(_ row: FacilityRow) -> Bool {
        checks.isLast(row.facility.id, line: row.line)
    }

    // MARK: Rows

    /// Lends out the reader, so that it and the document can both change.
    private mutating func reading(
        _ body: (inout FacilityDocument, inout DelimitedReader) throws -> Void
    ) throws {
        var reader = DelimitedReader()
        swap(&reader, &self.reader)
        defer { swap(&reader, &self.reader) }
        try body(&self, &reader)
    }

    private mutating func take(
        _ record: borrowing DelimitedRecord,
        _ body: (FacilityRow) throws -> Void
    ) throws {
        guard rowReader != nil else { return try takeHeader(record) }
        // A spreadsheet's row of nothing but delimiters is a blank line too.
        guard !record.hasOnlyEmptyFields else { return }
        recordCount += 1
        var problems = RowProblems(file: file, line: record.line)
        let row = rowReader?.row(record, &problems)
        if let row, let columns {
            checks.add(row, columns: columns, &problems)
        }
        append(problems)
        guard let row else { return }
        usableCount += 1
        try body(row)
    }

    private mutating func takeHeader(_ record: borrowing DelimitedRecord) throws {
        let headers = record.headers
        let columns = try FacilityColumns(headers: headers, overrides: overrides)
        let lacksPoint = columns[.latitude] == nil || columns[.longitude] == nil
        guard !lacksPoint || columns[.boundary] != nil else {
            let missing: FacilityField = columns[.latitude] == nil ? .latitude : .longitude
            throw InterchangeError(
                .header,
                "\(file):\(record.line): there is no column for \(missing.rawValue) among \(FacilityColumns.list(headers)); "
                    + "name it with a mapping \(missing.rawValue)=COLUMN"
            )
        }
        rowReader = FacilityRowReader(
            file: file,
            columns: columns,
            defaults: defaults,
            allowsDecimalComma: record.dialect.delimiter != .comma,
            unreadableTimeZone: unreadableTimeZone
        )
        self.columns = columns
        var problems = RowProblems(file: file, line: record.line)
        problems.checkHeader(record, columns)
        append(problems)
    }

    private mutating func append(_ problems: RowProblems) {
        for diagnostic in problems.diagnostics {
            diagnostics.append(diagnostic)
        }
    }
}
