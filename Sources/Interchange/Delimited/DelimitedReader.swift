/// Parses delimited text in any supported encoding and dialect, from its bytes to its records.
///
/// The first 64 kB are buffered until the dialect is known; from then on only the current record is. A first line
/// `sep=;`, which names the delimiter for spreadsheets, is obeyed and not returned as a record.
package struct DelimitedReader: Sendable {
    /// The dialect: the requested one, or the one detected once 64 kB or the end of the text have been read.
    package private(set) var dialect: Dialect?
    /// The line of the first byte that is invalid in the text's encoding.
    package private(set) var firstMisfitLine: Int?

    private let limits: DelimitedTokenizer.Limits
    private var decoder = TextDecoder()
    private var tokenizer: DelimitedTokenizer?
    /// Text that waits until the dialect is known, later the text of one chunk.
    private var text: [UInt8] = []

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - dialect: the separators of fields and records; `nil` to detect them.
    ///   - limits: the lengths beyond which fields and records are treated as errors.
    package init(dialect: Dialect? = nil, limits: DelimitedTokenizer.Limits = .init()) {
        self.dialect = dialect
        self.limits = limits
    }

    /// The encoding, once it is known.
    package var encoding: TextEncoding? { decoder.encoding }
    /// The number of bytes that were invalid in the encoding and decoded as Windows-1252.
    package var misfitCount: Int { decoder.misfitCount }
    /// The first byte that was invalid in the encoding.
    package var firstMisfit: TextDecoder.InvalidSequence? { decoder.firstMisfit }
    /// The number of empty lines.
    package var blankLines: Int { tokenizer?.blankLines ?? 0 }

    /// Parses the next bytes of the document and passes on every record that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: called with each record in turn, including the header.
    /// - Throws: `InterchangeError` with code `encoding` when the document is no text, or what the body throws.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) throws {
        let start = text.count
        try decoder.decode(chunk, into: &text)
        locateMisfit(decodedFrom: start)
        guard tokenizer != nil || text.count >= Dialect.detectionLength else { return }
        try splitText(isLast: false, body)
    }

    /// Parses the next bytes of the document and passes on every record that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: called with each record in turn, including the header.
    /// - Throws: `InterchangeError` with code `encoding` when the document is no text, or what the body throws.
    package mutating func consume(_ chunk: [UInt8], _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Passes on the remaining records at the end of the document.
    ///
    /// - Parameter body: called with each record in turn.
    /// - Throws: `InterchangeError` with code `encoding` when the document is no text, or what the body throws.
    package mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) throws {
        let start = text.count
        try decoder.finish(into: &text)
        locateMisfit(decodedFrom: start)
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

    /// Computes the line of the first misfit while the text before it is still available.
    private mutating func locateMisfit(decodedFrom start: Int) {
        guard firstMisfitLine == nil, let misfit = decoder.firstMisfit else { return }
        let offset = misfit.outputOffset - (decoder.outputCount - text.count)
        let before = tokenizer.map { $0.line + $0.waitingLineEnds } ?? 1
        let dialect = tokenizer?.dialect ?? Dialect()
        firstMisfitLine = text.withUnsafeBufferPointer {
            before + dialect.lineEnds(in: UnsafeBufferPointer(rebasing: $0[..<max(0, min(offset, $0.count))]))
        }
    }
}
