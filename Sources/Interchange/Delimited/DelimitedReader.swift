internal import Foundation

/// Parses delimited text in any supported encoding and dialect, from its bytes to its records.
///
/// The first 64 kB are buffered until the dialect is known; from then on only the current record is. A first line
/// `sep=;`, which names the delimiter for spreadsheets, is obeyed and not returned as a record.
package struct DelimitedReader: Sendable {
    /// The dialect: the requested one, or the one detected once 64 kB or the end of the text have been read.
    package private(set) var dialect: Dialect?
    /// The line of the first byte that is invalid in the text's encoding.
    package private(set) var firstInvalidByteLine: Int?

    private let limits: DelimitedTokenizer.Limits
    private var decoder = TextDecoder()
    private var tokenizer: DelimitedTokenizer?
    /// Text that waits until the dialect is known, later the text of one chunk.
    private var text: [UInt8] = []

    package init(dialect: Dialect? = nil, limits: DelimitedTokenizer.Limits = .init()) {
        self.dialect = dialect
        self.limits = limits
    }

    package var encoding: TextEncoding? { decoder.encoding }
    /// The number of bytes that were invalid in the encoding and decoded as Windows-1252.
    package var invalidByteCount: Int { decoder.invalidByteCount }
    package var firstInvalidByte: TextDecoder.InvalidSequence? { decoder.firstInvalidByte }
    package var blankLines: Int { tokenizer?.blankLines ?? 0 }

    /// Passes on every record that ends in the next bytes, including the header.
    ///
    /// Throws `InterchangeError` with code `encoding` when the document is no text, or what the body throws.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) throws {
        try decoder.decode(chunk, into: &text)
        locateInvalidByte()
        guard tokenizer != nil || text.count >= Dialect.detectionLength else { return }
        try splitText(isLast: false, body)
    }

    package mutating func consume(_ chunk: [UInt8], _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Passes on the remaining records; throws as `consume` does.
    package mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try decoder.finish(into: &text)
        locateInvalidByte()
        try splitText(isLast: true, body)
    }

    private mutating func splitText(isLast: Bool, _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        var bytes: [UInt8] = []
        swap(&bytes, &text)
        try bytes.withUnsafeBufferPointer { bytes in
            var bytes = bytes
            if tokenizer == nil {
                let preamble = bytes.prefix(6)
                var firstLine = 1
                if let named = Self.delimiterNamed(in: preamble) {
                    let length = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
                    dialect = dialect ?? Dialect(delimiter: named)
                    firstLine = 2
                    bytes = UnsafeBufferPointer(rebasing: bytes[length...])
                }
                let known = dialect ?? Dialect.detect(bytes, isWhole: isLast)
                dialect = known
                tokenizer = DelimitedTokenizer(dialect: known, limits: limits, firstLine: firstLine)
            }
            try tokenizer?.feed(bytes, body)
        }
        if isLast { try tokenizer?.finish(body) }
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &text)
    }

    /// The delimiter in a first line `sep=;`.
    private static func delimiterNamed(in preamble: Slice<UnsafeBufferPointer<UInt8>>) -> Dialect.Delimiter? {
        let bytes = Array(preamble)
        guard bytes.count >= 5, String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep=",
            bytes.count == 5 || bytes[5] == 0x0A || bytes[5] == 0x0D
        else { return nil }
        return Dialect.Delimiter(rawValue: bytes[4])
    }

    /// Computes the line of the first invalid byte while the text before it is still available.
    private mutating func locateInvalidByte() {
        guard firstInvalidByteLine == nil, let invalid = decoder.firstInvalidByte else { return }
        let offset = invalid.outputOffset - (decoder.outputCount - text.count)
        let before = tokenizer.map { $0.line + $0.waitingLineEnds } ?? 1
        let dialect = tokenizer?.dialect ?? Dialect()
        firstInvalidByteLine = text.withUnsafeBufferPointer {
            before + dialect.lineEnds(in: UnsafeBufferPointer(rebasing: $0[..<max(0, min(offset, $0.count))]))
        }
    }
}

/// The separators of the fields and records of a delimited text.
package struct Dialect: Hashable, Sendable {
    package enum Delimiter: UInt8, Hashable, Sendable, CaseIterable {
        case comma = 0x2C
        /// `;`, which spreadsheets write where the comma is the decimal sign.
        case semicolon = 0x3B
        case tab = 0x09
        case pipe = 0x7C
    }

    package var delimiter: Delimiter
    /// Whether a carriage return without a line feed ends a record, as on old Macs; a line feed always does.
    ///
    /// True only where a text has no line feed at all: elsewhere a lone carriage return is part of a field.
    package var endsRecordsAtCarriageReturn: Bool

    package init(delimiter: Delimiter = .comma, endsRecordsAtCarriageReturn: Bool = false) {
        self.delimiter = delimiter
        self.endsRecordsAtCarriageReturn = endsRecordsAtCarriageReturn
    }
}

extension Dialect {
    /// The number of bytes examined to detect the dialect.
    package static let detectionLength = 65_536
    private static let detectionRecords = 200

    /// Detects the dialect from the first `detectionLength` bytes of a text; a whole text's last record is complete.
    ///
    /// The records are parsed with each delimiter in turn. The best delimiter gives most records as many fields as the
    /// first, the header, and many of them: share of such records × log₂ of the fields. Where none splits the header,
    /// the text has one column, and the comma is used.
    package static func detect(_ prefix: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Dialect {
        let endsAtCarriageReturn = !prefix.contains(0x0A) && prefix.contains(0x0D)
        var best = Dialect(delimiter: .comma, endsRecordsAtCarriageReturn: endsAtCarriageReturn)
        var bestScore = 0.0
        for delimiter in Delimiter.allCases {
            let candidate = Dialect(delimiter: delimiter, endsRecordsAtCarriageReturn: endsAtCarriageReturn)
            let score = candidate.score(prefix, isWhole: isWhole)
            if score > bestScore { (best, bestScore) = (candidate, score) }
        }
        return best
    }

    private func score(_ prefix: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Double {
        var tokenizer = DelimitedTokenizer(dialect: self)
        var (header, records, fitting) = (0, 0, 0)
        let count: (borrowing DelimitedRecord) -> Void = { record in
            guard records < Self.detectionRecords else { return }
            if records == 0 { header = record.count }
            records += 1
            if record.count == header { fitting += 1 }
        }
        tokenizer.feed(prefix, count)
        if isWhole || records == 0 { tokenizer.finish(count) }
        guard header > 1 else { return 0 }
        return Double(fitting) / Double(records) * log2(Double(header))
    }
}
