internal import VisitModel

/// Parses fixes from delimited text with a header, one a row.
struct CSVTrackReader {
    private var reader = DelimitedReader()
    private var rows: Rows

    /// Creates a reader at the start of a document.
    ///
    /// - Parameter isForced: whether the caller requested delimited text, rather than that no other format was
    ///   detected.
    init(isForced: Bool) {
        rows = Rows(isForced: isForced)
    }

    /// Parses the next bytes, in any encoding; the last ones with `isLast`.
    ///
    /// - Throws: `InterchangeError` when the header lacks a required column, or nothing names the member.
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
            if let line = reader.firstMisfitLine {
                intake.remark(
                    .note,
                    "encoding",
                    line: line,
                    "\(reader.misfitCount) bytes are not \(TextEncoding.utf8.rawValue) and were read as Windows-1252"
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
