/// Splits delimited text into records and fields incrementally.
///
/// RFC 4180 as used in practice: any delimiter; records end with LF, CRLF or (if the dialect says so) CR; a quoted
/// field may contain delimiters, line ends and doubled quotes; a quote inside an unquoted field is an ordinary
/// character; blank lines are no records. Two rules keep an error in one row from affecting the rows after it:
///
/// - A closing quote that is followed by more text makes the field, quotes and all, a literal one: `"Iron" Gym`.
/// - An opening quote is a literal character if it is not closed within `Limits.quotedLines` or `Limits.quotedBytes`,
///   or if the next quote is on a later line in a place where a field can't end. The record then ends with its line,
///   and has a `defect`.
///
/// No string or array is allocated for a record: fields are ranges of the input bytes.
package struct DelimitedTokenizer: Sendable {
    /// The lengths beyond which fields and records are treated as errors.
    package struct Limits: Hashable, Sendable {
        package var quotedLines: Int
        package var quotedBytes: Int
        /// Less than 2 GB.
        package var recordBytes: Int

        package init(quotedLines: Int = 1000, quotedBytes: Int = 1 << 20, recordBytes: Int = 16 << 20) {
            self.quotedLines = quotedLines
            self.quotedBytes = quotedBytes
            self.recordBytes = recordBytes
        }
    }

    package let dialect: Dialect
    package let limits: Limits
    /// The line on which the next record begins, from 1.
    package private(set) var line: Int
    package private(set) var blankLines = 0

    /// The beginning of an incomplete record.
    private var carry: [UInt8] = []
    /// Whether the rest of a record that is too long is being skipped.
    private var isSkippingRecord = false
    /// The locations of the current record's fields; reused for each record.
    private var bounds: [FieldBounds] = Array(repeating: FieldBounds(start: 0, count: 0), count: 64)
    /// The fields of the current record in which doubled quotes were made single.
    private var scratch: [UInt8] = [0]

    /// `firstLine` is more than 1 where lines precede the text.
    package init(dialect: Dialect, limits: Limits = Limits(), firstLine: Int = 1) {
        self.dialect = dialect
        self.limits = limits
        self.line = firstLine
    }

    /// The number of line ends in the bytes that wait for the rest of their record.
    var waitingLineEnds: Int { carry.withUnsafeBufferPointer { dialect.lineEnds(in: $0) } }

    /// Passes on every record that ends in the next bytes of UTF-8.
    ///
    /// The tokenizer must not be used after the body has thrown.
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

    /// Passes on the remaining records at the end of the text.
    package mutating func finish(_ body: (borrowing DelimitedRecord) throws -> Void) rethrows {
        try splitCarry(isLast: true, body)
    }

    /// The most bytes processed at once, because offsets in a record have 32 bits.
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
        // No record can end without a line end.
        guard piece.contains(0x0A) || piece.contains(0x0D) || carry.count > limits.quotedBytes else { return }
        try splitCarry(isLast: false, body)
    }

    private mutating func splitCarry(isLast: Bool, _ body: (borrowing DelimitedRecord) throws -> Void) rethrows {
        var bytes: [UInt8] = []
        swap(&bytes, &carry)
        let consumed = try bytes.withUnsafeBufferPointer { try split($0, isLast: isLast, body) }
        bytes.removeFirst(consumed)
        swap(&bytes, &carry)
    }
}

extension DelimitedTokenizer {
    /// Passes on the records of a piece of text; returns the number of bytes before an incomplete record.
    mutating func split(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ body: (borrowing DelimitedRecord) throws -> Void
    ) rethrows -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        // Moved out while they are used, so that they are modified in place.
        var (bounds, scratch): ([FieldBounds], [UInt8]) = ([], [])
        swap(&bounds, &self.bounds)
        swap(&scratch, &self.scratch)
        defer {
            swap(&bounds, &self.bounds)
            swap(&scratch, &self.scratch)
        }

        var scan = RecordScan(base: base, count: bytes.count, isLast: isLast, dialect: dialect, limits: limits)
        var start = 0
        while start < bytes.count {
            if isSkippingRecord {
                guard let next = scan.endOfLine(from: start) else { return bytes.count }
                isSkippingRecord = false
                line += 1
                start = next
                continue
            }
            scan.restart(at: start)
            var defect: DelimitedRecord.Defect?
            var outcome = scan.run(&bounds, &scratch)
            if case .unclosedQuote(let field, let exceedsLimits) = outcome {
                let quoteLine = line + scan.lineEnds
                defect = .unclosedQuote(.init(field: field, line: quoteLine, exceedsLimits: exceedsLimits))
                scan.restart(at: start, withLiteralQuotesFrom: scan.position)
                outcome = scan.run(&bounds, &scratch)
            }
            switch outcome {
            case .record(let count):
                let startLine = line
                line += scan.lineEnds
                try bounds.withUnsafeBufferPointer { bounds in
                    try scratch.withUnsafeBufferPointer { scratch in
                        try body(
                            DelimitedRecord(
                                line: startLine,
                                dialect: dialect,
                                defect: defect,
                                text: base + start,
                                scratch: scratch.baseAddress ?? base,
                                bounds: UnsafeBufferPointer(rebasing: bounds.prefix(count))
                            )
                        )
                    }
                }
                start = scan.position
            case .blankLine:
                line += scan.lineEnds
                blankLines += 1
                start = scan.position
            case .incomplete, .unclosedQuote:
                guard bytes.count - start > limits.recordBytes else { return start }
                isSkippingRecord = true
                try body(
                    DelimitedRecord(
                        line: line,
                        dialect: dialect,
                        defect: .tooLong,
                        text: base,
                        scratch: base,
                        bounds: UnsafeBufferPointer(start: nil, count: 0)
                    )
                )
            }
        }
        return start
    }
}
