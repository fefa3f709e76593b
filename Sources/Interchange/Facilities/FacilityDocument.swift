package import VisitModel

/// Parses a facility file incrementally, from its bytes to its facilities.
///
/// ```swift
/// var document = FacilityDocument(file: "gyms.csv")
/// try document.consume(chunk) { row in … }   // for every chunk
/// try document.finish { row in … }
/// ```
///
/// Rows are emitted as soon as they are parsed, including those that a later row of the same id replaces; once the
/// document is finished `isLast(_:)` distinguishes them. The problems of the file are in `diagnostics`.
package struct FacilityDocument: Sendable {
    /// The name of the file, as the user gave it.
    package let file: String
    /// `nil` before the header.
    package private(set) var columns: FacilityColumns?
    package private(set) var diagnostics: DiagnosticLog
    /// The number of records below the header, without blank lines.
    package private(set) var recordCount = 0
    /// The number of records that gave a facility.
    package private(set) var usableCount = 0

    private let overrides: [FacilityField: String]
    private let defaults: FacilityDefaults
    private let unreadableTimeZone: Diagnostic.Severity
    private(set) var reader: DelimitedReader
    private(set) var rowReader: FacilityRowReader?
    private(set) var checks = FacilityChecks()

    /// Creates a document at its start; `overrides` are for files where the usual names would select a wrong column.
    ///
    /// `unreadableTimeZone` is the severity of a time zone that can't be parsed. With an error its row is unusable,
    /// otherwise the facility has no time zone.
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

    package var encoding: TextEncoding? { reader.encoding }
    package var dialect: Dialect? { reader.dialect }
    /// The number of distinct facilities in the usable rows.
    package var distinctFacilities: Int { checks.distinctIDs }

    /// Emits every facility that ends in the next bytes of the file.
    ///
    /// Throws `InterchangeError` when the file can't be read at all: no text, no coordinate column, a mapping to a
    /// missing column; or what the body throws.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (FacilityRow) throws -> Void
    ) throws {
        try reading { document, reader in
            try reader.consume(chunk) { try document.process($0, body) }
        }
    }

    package mutating func consume(_ chunk: [UInt8], _ body: (FacilityRow) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Emits the remaining facilities, and checks the rows as a whole; throws as `consume` does.
    package mutating func finish(_ body: (FacilityRow) throws -> Void) throws {
        try reading { document, reader in
            try reader.finish { try document.process($0, body) }
        }
        guard columns != nil else {
            throw InterchangeError(.empty, "\(file) is empty, expected a header line and a row for each facility")
        }
        for diagnostic in wholeFileDiagnostics() {
            diagnostics.append(diagnostic)
        }
    }

    /// Whether a row is the last of its id, which is the one that counts.
    package func isLast(_ row: FacilityRow) -> Bool {
        checks.isLast(row.facility.id, line: row.line)
    }

    // MARK: Rows

    /// Moves the reader out, so that it and the document can both be modified.
    private mutating func reading(
        _ body: (inout FacilityDocument, inout DelimitedReader) throws -> Void
    ) throws {
        var reader = DelimitedReader()
        swap(&reader, &self.reader)
        defer { swap(&reader, &self.reader) }
        try body(&self, &reader)
    }

    private mutating func process(
        _ record: borrowing DelimitedRecord,
        _ body: (FacilityRow) throws -> Void
    ) throws {
        guard rowReader != nil else { return try readHeader(record) }
        // A spreadsheet row with nothing but delimiters is a blank line too.
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

    private mutating func readHeader(_ record: borrowing DelimitedRecord) throws {
        let headers = record.headers
        let columns = try FacilityColumns(headers: headers, overrides: overrides)
        let lacksPoint = columns[.latitude] == nil || columns[.longitude] == nil
        guard !lacksPoint || columns[.boundary] != nil else {
            let missing: FacilityField = columns[.latitude] == nil ? .latitude : .longitude
            throw InterchangeError(
                .header,
                "\(file):\(record.line): there is no column for \(missing.rawValue) among \(FacilityColumns.list(headers)); "
                    + "give it by a mapping \(missing.rawValue)=COLUMN"
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

extension FacilityDocument {
    /// The diagnostics that require the whole file.
    func wholeFileDiagnostics() -> [Diagnostic] {
        [reader.encodingNote(file: file), derivedIDNote(), smallCircleWarning()].compactMap { $0 }
            + farPlaceWarnings()
    }

    private func smallCircleWarning() -> Diagnostic? {
        let column = columns.flatMap { $0[.radiusMeters] == nil ? nil : $0.header(.radiusMeters) }
        return checks.smallCircles.warning(file: file, column: column)
    }

    private func derivedIDNote() -> Diagnostic? {
        guard let rowReader, rowReader.derivedIDCount > 0 else { return nil }
        let rows = rowReader.derivedIDCount == 1 ? "1 row has" : "\(rowReader.derivedIDCount) rows have"
        return Diagnostic(
            .note,
            code: "derived_id",
            file: file,
            line: 1,
            column: columns?.header(.facilityID),
            message: "\(rows) no id, and got one generated from name and coordinate"
        )
    }

    private func farPlaceWarnings() -> [Diagnostic] {
        guard let columns else { return [] }
        let stateHeader = columns[.state].map { ColumnName.normalized(columns.headers[$0]) }
        let hasCounties = stateHeader?.contains("county") == true
        let farPlaces = checks.farPlaces(
            statesAreUnique: !hasCounties,
            citiesAreUnique: stateHeader != nil && !hasCounties
        )
        return farPlaces.map { place in
            let field: FacilityField =
                place.isFarFromCity ? .city : columns[.state] != nil ? .state : .country
            let kilometers = Int((place.distanceMeters / 1000).rounded())
            var message =
                "the point is \(kilometers) km from the centre of the others with the same "
                + "\(columns.header(field)) and near none of them, expected a point among them"
            if let remedy = place.remedy {
                message += "; \(remedy.hint)"
            }
            return Diagnostic(
                .warning,
                code: "far_coordinate",
                file: file,
                line: place.line,
                column: columns.header(.latitude),
                message: message
            )
        }
    }
}

extension DelimitedReader {
    /// A note about bytes that were invalid in the encoding; `nil` where all were valid.
    func encodingNote(file: String) -> Diagnostic? {
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

/// One usable row of a facility file.
package struct FacilityRow: Hashable, Sendable {
    package var facility: Facility
    /// The member with this verified facility, where the file names one.
    package var member: MemberID?
    /// The line the row begins on, from 1.
    package var line: Int

    package init(facility: Facility, member: MemberID? = nil, line: Int) {
        self.facility = facility
        self.member = member
        self.line = line
    }
}

/// The values of a facility without its own.
package struct FacilityDefaults: Hashable, Sendable {
    package var radius: Radius
    package var dwellThreshold: DwellThreshold

    package init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}
