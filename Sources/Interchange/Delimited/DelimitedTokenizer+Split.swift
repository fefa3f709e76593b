extension DelimitedTokenizer {
    /// Passes on the records of a piece of text.
    ///
    /// - Returns: the number of bytes processed; the others begin a record that is not complete yet.
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
            if case .unclosedQuote(let field) = outcome {
                defect = .unclosedQuote(field: field)
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
