internal import VisitModel

/// Parses a member file incrementally, from its bytes to its rows.
///
/// A row names a member and, each optional, a verified facility, a phone and its platform. A member may have many rows.
/// An empty `facility_id` adds nothing to the member's list: a member without a facility in any row has no list and may
/// visit the whole network. `-` means an empty list.
package struct MemberDocument: Sendable {
    /// The name of the file, as the user gave it.
    package let file: String
    /// `nil` before the header.
    package private(set) var columns: MemberColumns?
    package private(set) var diagnostics: DiagnosticLog
    /// The number of records below the header, without blank lines.
    package private(set) var recordCount = 0
    package private(set) var usableCount = 0

    private let overrides: [MemberField: String]
    private var reader: DelimitedReader
    private var rowReader: MemberRowReader?

    package init(
        file: String,
        overrides: [MemberField: String] = [:],
        dialect: Dialect? = nil,
        diagnosticLimit: Int = 100_000
    ) {
        self.file = file
        self.overrides = overrides
        self.reader = DelimitedReader(dialect: dialect)
        self.diagnostics = DiagnosticLog(limit: diagnosticLimit)
    }

    package var encoding: TextEncoding? { reader.encoding }
    package var dialect: Dialect? { reader.dialect }

    /// Emits every row that ends in the next bytes of the file.
    ///
    /// Throws `InterchangeError` when the file can't be read at all, or what the body throws.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (MemberRow) throws -> Void
    ) throws {
        try reading { document, reader in
            try reader.consume(chunk) { try document.process($0, body) }
        }
    }

    package mutating func consume(_ chunk: [UInt8], _ body: (MemberRow) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Emits the remaining rows; throws as `consume` does.
    package mutating func finish(_ body: (MemberRow) throws -> Void) throws {
        try reading { document, reader in
            try reader.finish { try document.process($0, body) }
        }
        guard columns != nil else {
            throw InterchangeError(.empty, "\(file) is empty, expected a header line and rows of members")
        }
        if let note = reader.encodingNote(file: file) {
            diagnostics.append(note)
        }
    }

    /// Adds an error for a row with an unknown facility; only the caller has the list of facilities.
    package mutating func reportUnknownFacility(_ row: MemberRow) {
        guard case .facility(let facility) = row.access else { return }
        diagnostics.append(
            Diagnostic(
                .error,
                code: "unknown_facility",
                file: file,
                line: row.line,
                column: columns?.header(.facilityID),
                message: "there is no facility `\(facility)`, expected the id of an imported one"
            )
        )
    }

    /// Moves the reader out, so that it and the document can both be modified.
    private mutating func reading(_ body: (inout MemberDocument, inout DelimitedReader) throws -> Void) throws {
        var reader = DelimitedReader()
        swap(&reader, &self.reader)
        defer { swap(&reader, &self.reader) }
        try body(&self, &reader)
    }

    private mutating func process(_ record: borrowing DelimitedRecord, _ body: (MemberRow) throws -> Void) throws {
        guard rowReader != nil else {
            let columns = try MemberColumns(headers: record.headers, overrides: overrides)
            guard columns[.memberID] != nil else {
                throw InterchangeError(
                    .header,
                    "\(file):\(record.line): there is no column for member_id among \(MemberColumns.list(columns.headers)); "
                        + "give it by a mapping member_id=COLUMN"
                )
            }
            self.columns = columns
            rowReader = MemberRowReader(columns: columns)
            var problems = RowProblems(file: file, line: record.line)
            problems.checkHeader(record, columns)
            append(problems)
            return
        }
        guard !record.hasOnlyEmptyFields else { return }
        recordCount += 1
        var problems = RowProblems(file: file, line: record.line)
        let row = rowReader?.row(record, &problems)
        append(problems)
        guard let row else { return }
        usableCount += 1
        try body(row)
    }

    private mutating func append(_ problems: RowProblems) {
        for diagnostic in problems.diagnostics {
            diagnostics.append(diagnostic)
        }
    }
}

package enum MemberField: String, ColumnField {
    /// The member's id in the customer's systems.
    case memberID = "member_id"
    /// The id of a verified facility of the member.
    case facilityID = "facility_id"
    case deviceID = "device_id"
    case platform
    /// The IANA name of the member's time zone.
    case timeZone = "time_zone"

    package var columnNames: [String] {
        switch self {
        case .memberID:
            [
                "memberid", "membernumber", "memberno", "membershipid", "membershipnumber", "userid", "customerid",
                "clientid", "personid", "patientid", "member", "user",
            ]
        case .facilityID:
            [
                "facilityid", "storeid", "storenumber", "siteid", "locationid", "gymid", "clubid", "clinicid",
                "branchid",
                "placeid", "geofenceid", "facility", "gym", "club", "clinic", "store", "site", "location",
            ]
        case .deviceID: ["deviceid", "phoneid", "deviceuuid", "deviceidentifier", "device", "phone", "uuid"]
        case .platform: ["platform", "deviceplatform", "os", "operatingsystem", "deviceos"]
        case .timeZone: ["timezone", "timezoneid", "ianatimezone", "timezonename", "tz", "tzid", "tzname"]
        }
    }
}

package typealias MemberColumns = ColumnMapping<MemberField>
