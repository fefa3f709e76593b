internal import VisitModel

/// Parses fixes from delimited text with a header, one a row.
struct CSVTrackReader {
    private var reader = DelimitedReader()
    private var rows: Rows

    init(isForced: Bool) { rows = Rows(isForced: isForced) }

    /// Parses the next bytes, in any encoding; the last ones with `isLast`.
    ///
    /// Throws `InterchangeError` when the header lacks a required column, or nothing names the member.
    mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        do {
            try Self.read(&reader, &rows, chunk, isLast: isLast, &intake, into: &batch)
        } catch let error as InterchangeError {
            throw error
        } catch {
            throw InterchangeError(.format, "\(intake.fileName) can't be read", cause: error)
        }
        if isLast {
            guard rows.columns != nil else {
                throw InterchangeError(.empty, "\(intake.fileName) has no text, expected a header and one row per fix")
            }
            if let line = reader.firstInvalidByteLine {
                intake.remark(
                    .note,
                    "encoding",
                    line: line,
                    "\(reader.invalidByteCount) bytes are not \(TextEncoding.utf8.rawValue) and were read as Windows-1252"
                )
            }
        }
    }

    private static func read(
        _ reader: inout DelimitedReader,
        _ rows: inout Rows,
        _ chunk: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws {
        let reading = intake.reading
        try reader.consume(chunk) { record in try rows.process(record, reading, &intake, into: &batch) }
        if isLast { try reader.finish { record in try rows.process(record, reading, &intake, into: &batch) } }
    }
}

extension CSVTrackReader {
    /// The row handler: the first record is the header, the others are fixes.
    struct Rows {
        /// Whether the caller requested delimited text, rather than that no other format was detected.
        let isForced: Bool
        /// `nil` before the header.
        private(set) var columns: TrackColumns?
        /// The columns, reduced to what a row needs.
        private var plan: [(index: Int, field: TrackField)] = []
        private var width = 0
        private var coordinatesIndex: Int?
        private var dateAndTime: TrackColumns.DateAndTime?

        init(isForced: Bool) { self.isForced = isForced }

        mutating func process(
            _ record: borrowing DelimitedRecord,
            _ reading: FieldReading,
            _ intake: inout TrackIntake,
            into batch: inout [TrackFix]
        ) throws(InterchangeError) {
            guard width > 0 else {
                try readHeader(record, &intake)
                return
            }
            if record.defect != nil || record.count != width {
                guard isUsable(record, &intake) else { return }
            }
            var draft = FixDraft()
            for column in plan {
                draft.set(column.field, record[column.index].bytes, reading, &intake.identities)
            }
            if let coordinatesIndex { draft.setCoordinates(record[coordinatesIndex].bytes) }
            if let dateAndTime {
                let (date, time) = (record[dateAndTime.dateIndex].bytes, record[dateAndTime.timeIndex].bytes)
                draft.setTime(date: date, time: time, dateAndTime.isUTC ? reading.utcTimes : reading.times)
            }
            guard let fix = intake.fix(draft, line: record.line, column: { header(of: $0) }) else { return }
            intake.accept(fix, into: &batch)
        }

        private func header(of field: TrackField) -> String { columns?.header(of: field) ?? field.name }

        /// Whether a malformed row is usable; one with surplus blank fields is.
        private func isUsable(_ record: borrowing DelimitedRecord, _ intake: inout TrackIntake) -> Bool {
            switch record.defect {
            case .unclosedQuote(let quote):
                let header = columns?.columns.first { $0.index == quote.field }?.header
                intake.reject("unclosed_quote", line: quote.line, column: header, "a quote is never closed")
                return false
            case .tooLong:
                intake.reject("too_long", line: record.line, "the row is too long")
                return false
            case nil: break
            }
            var surplusIsBlank = record.count > width
            if surplusIsBlank {
                for index in width..<record.count where !record[index].trimmed.isEmpty { surplusIsBlank = false }
            }
            if surplusIsBlank { return true }
            intake.reject(
                "field_count",
                line: record.line,
                "the row has \(record.count) fields, expected \(width) as in the header"
            )
            return false
        }

        private mutating func readHeader(
            _ record: borrowing DelimitedRecord,
            _ intake: inout TrackIntake
        ) throws(InterchangeError) {
            let found = TrackColumns(header: record, names: .usual)
            let needed: [(field: TrackField, names: String)] = [
                (.latitude, "latitude or lat"), (.longitude, "longitude or lon"), (.time, "timestamp or time"),
            ]
            let missing = needed.filter { !found.has($0.field) }.map(\.names)
            if missing.count == needed.count, !isForced {
                throw InterchangeError(
                    .format,
                    "\(intake.fileName) is neither GPX nor JSON nor CSV with a header that names latitude, longitude and "
                        + "time; give its format with --format"
                )
            }
            guard missing.isEmpty else {
                throw InterchangeError(
                    .header,
                    "\(intake.fileName):\(record.line): the header has no column \(missing.joined(separator: ", none "))"
                )
            }
            let isNamed = found.has(.member) || found.has(.device) || found.has(.topic)
            guard isNamed || intake.hasDefaultName else {
                throw InterchangeError(
                    .member,
                    "\(intake.fileName):\(record.line): the header has no column member or device, and "
                        + TrackIntake.missingMember
                )
            }
            for column in found.passedOver {
                intake.remark(
                    .note,
                    "column_passed_over",
                    line: record.line,
                    column: column.header,
                    "column \(column.instead) was read instead"
                )
            }
            columns = found
            plan = found.columns.map { ($0.index, $0.field) }
            width = found.width
            coordinatesIndex = found.coordinates?.index
            dateAndTime = found.dateAndTime
        }
    }
}
