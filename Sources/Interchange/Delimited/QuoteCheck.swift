internal import VisitModel

/// Searches delimited text for a quote that is not closed within the limits, which makes the file unreadable.
///
/// It only splits the text into fields, as the documents do, and is far faster than reading the rows: the error at the end
/// of a long file is found before any work.
package struct QuoteCheck: Sendable {
    /// The name of the file, as the user gave it.
    private let file: String
    private var reader = DelimitedReader()
    /// `nil` before the first record.
    private var headers: [String]?

    package init(file: String) { self.file = file }

    /// Throws `InterchangeError` with code `quote` at the first such quote, and `encoding` where the file is no text.
    package mutating func consume(_ chunk: [UInt8]) throws {
        var headers = headers
        defer { self.headers = headers }
        try reader.consume(chunk) { record in try Self.check(record, &headers, file) }
    }

    /// Checks the remaining text; throws as `consume` does.
    package mutating func finish() throws {
        var headers = headers
        try reader.finish { record in try Self.check(record, &headers, file) }
    }

    private static func check(
        _ record: borrowing DelimitedRecord,
        _ headers: inout [String]?,
        _ file: String
    ) throws {
        if case .unclosedQuote(let quote) = record.defect, quote.exceedsLimits {
            throw InterchangeError.endlessQuote(quote, headers ?? [], file)
        }
        if headers == nil { headers = record.headers }
    }
}

extension InterchangeError {
    /// Reading on would be a guess: whether the lines below are rows, or the text of the field.
    static func endlessQuote(
        _ quote: DelimitedRecord.OpenQuote,
        _ headers: [String],
        _ file: String
    ) -> InterchangeError {
        let column = quote.field < headers.count ? " \(headers[quote.field]):" : ""
        return InterchangeError(
            .quote,
            "\(file):\(quote.line):\(column) the quote that opens the field is not closed within 1000 lines or 1 MiB; "
                + "close it, or remove it"
        )
    }
}
