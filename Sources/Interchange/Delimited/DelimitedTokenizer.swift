/// Splits delimited text into records and fields as the bytes come in.
///
/// RFC 4180 as people write it: any delimiter; records end with LF, CRLF or (if the dialect says so) CR; a quoted field
/// may hold delimiters, line ends and doubled quotes; a quote inside an unquoted field is a character like any other;
/// blank lines are no records. Two things are done so that a slip in one row does not cost the rows after it:
///
/// - A closing quote that is followed by more text makes the field, quotes and all, a literal one: `"Iron" Gym`.
/// - An opening quote that is not closed within `Limits.quotedLines` or `Limits.quotedBytes`, or whose next quote stands
///   on a later line in a place where a field can't end, is a literal character, the record ends with its line, and its
///   `defect` says so.
///
/// No string and no array is made for a record: fields are ranges of the bytes fed in.
package struct DelimitedTokenizer: Sendable {
    /// How long things may grow before they are taken for a mistake.
    package struct Limits: Hashable, Sendable {
        /// The most lines that a quoted field spans.
        package var quotedLines: Int
        /// The most bytes that a quoted field has.
        package var quotedBytes: Int
        /// The most bytes that a record has.
        package var recordBytes: Int

        /// Makes limits.
        ///
        /// - Parameters:
        ///   - quotedLines: the most lines of a quoted field.
        ///   - quotedBytes: the most bytes of a quoted field.
        ///   - recordBytes: the most bytes of a record; less than 2 GB.
        package init(quotedLines: Int = 1000, quotedBytes: Int = 1 << 20, recordBytes: Int = 16 << 20) {
            self.quotedLines = quotedLines
            self.quotedBytes = quotedBytes
            self.recordBytes = recordBytes
        }
    }

    /// How fields and records are separated.
    package let dialect: Dialect
    /// How long things may grow.
    package let limits: Limits
    /// The line on which the next record begins, from 1.
    package internal(set) var line: Int
    /// How many lines had nothing on them.
    package internal(set) var blankLines = 0

    /// The beginning of a record whose end has not come yet.
    var carry: [UInt8] = []
    /// Whether the rest of a record that is too long is being passed over.
    var isSkippingRecord = false
    /// Where the fields of the current record lie; used again for each.
    var bounds: [FieldBounds] = Array(repeating: FieldBounds(start: 0, count: 0), count: 64)
    /// Fields of the current record in which doubled quotes were made single.
    var scratch: [UInt8] = [0]

    /// Makes a tokenizer at the beginning of a text.
    ///
    /// - Parameters:
    ///   - dialect: how fields and records are separated.
    ///   - limits: how long things may grow before they are taken for a mistake.
    ///   - firstLine: the number of the first line, where something stood before it.
    package init(dialect: Dialect, limits: Limits = Limits(), firstLine: Int = 1) {
        self.dialect = dialect
        self.limits = limits
        self.line = firstLine
    }

    /// How many lines end in the bytes that wait for the rest of their record.
    var waitingLineEnds: Int {
        carry.withUnsafeBufferPointer { dialect.lineEnds(in: $0) }
    }

    /// Takes the next bytes and hands over every record that ends in them.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes of UTF-8, of any number.
    ///   - body: gets each record in turn.
    /// - Throws: what the body throws; the tokenizer must not be used after that.
    package mutating func feed(
        _ chunk: UnsafeBufferPointer<UInt8>,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) rethrows {
        var rest = chunk[...]
        while !rest.isEmpty {
            try feedPiece(UnsafeBufferPointer(rebasing: rest.prefix(Self.pieceLength)), body)
            rest = rest.dropFirst(Self.pieceLength)
        }
    }

    /// Hands over what is left at the end of the text.
    ///
    /// - Parameter body: gets each record in turn.
    /// - Throws: what the body throws.
    package mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) rethrows {
        try splitCarry(isLast: true, body)
    }

    /// The most bytes looked at in one go: places in a record are kept in 32 bits.
    private static let pieceLength = 64 << 20

    private mutating func feedPiece(
        _ piece: UnsafeBufferPointer<UInt8>,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) rethrows {
        guard !carry.isEmpty else {
            let consumed = try split(piece, isLast: false, body)
            carry.append(contentsOf: piece[consumed...])
            return
        }
        carry.append(contentsOf: piece)
        // Nothing can end where there is no line end.
        guard piece.contains(0x0A) || piece.contains(0x0D) || carry.count > limits.quotedBytes else { return }
        try splitCarry(isLast: false, body)
    }

    private mutating func splitCarry(
        isLast: Bool,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) rethrows {
        var bytes: [UInt8] = []
        swap(&bytes, &carry)
        let consumed = try bytes.withUnsafeBufferPointer { try split($0, isLast: isLast, body) }
        bytes.removeFirst(consumed)
        swap(&bytes, &carry)
    }
}
