/// Reads delimited text in whatever encoding and dialect it comes, from its bytes to its records.
///
/// The first 64 kB are held back until the dialect is known; from then on nothing is kept but the record at hand. A first
/// line `sep=;`, which tells spreadsheets the delimiter, is obeyed and not handed over.
package struct DelimitedReader: Sendable {
    /// The dialect: the one asked for, or the one found once 64 kB or the end of the text have come in.
    package private(set) var dialect: Dialect?
    /// The line of the first byte that did not fit the text's encoding.
    package private(set) var firstMisfitLine: Int?

    private let limits: DelimitedTokenizer.Limits
    private var decoder = TextDecoder()
    private var tokenizer: DelimitedTokenizer?
    /// Text that waits for the dialect to be known, later the text of one chunk.
    private var text: [UInt8] = []

    /// Makes a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - dialect: how fields and records are separated; `nil` to find out.
    ///   - limits: how long things may grow before they are taken for a mistake.
    package init(dialect: Dialect? = nil, limits: DelimitedTokenizer.Limits = .init()) {
        self.dialect = dialect
        self.limits = limits
    }

    /// The encoding, once it is known.
    package var encoding: TextEncoding? { decoder.encoding }
    /// How many bytes did not fit the encoding and were read as Windows-1252.
    package var misfitCount: Int { decoder.misfitCount }
    /// The first byte that did not fit the encoding.
    package var firstMisfit: TextDecoder.Misfit? { decoder.firstMisfit }
    /// How many lines had nothing on them.
    package var blankLines: Int { tokenizer?.blankLines ?? 0 }

    /// Takes the next bytes of the document and hands over every record that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: gets each record in turn, the header like any other.
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

    /// Takes the next bytes of the document and hands over every record that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - body: gets each record in turn, the header like any other.
    /// - Throws: `InterchangeError` with code `encoding` when the document is no text, or what the body throws.
    package mutating func consume(_ chunk: [UInt8], _ body: (borrowing DelimitedRecord) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try consume($0, body) }
    }

    /// Hands over what is left at the end of the document.
    ///
    /// - Parameter body: gets each record in turn.
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

    /// The delimiter that a first line `sep=;` names.
    private static func delimiterNamed(in preamble: Slice<UnsafeBufferPointer<UInt8>>) -> Dialect.Delimiter? {
        let bytes = Array(preamble)
        guard bytes.count >= 5, String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep=",
            bytes.count == 5 || bytes[5] == 0x0A || bytes[5] == 0x0D
        else { return nil }
        return Dialect.Delimiter(rawValue: bytes[4])
    }

    /// Works out the line of the first misfit, while the text before it is still there.
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
