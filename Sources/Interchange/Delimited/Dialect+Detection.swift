internal import Foundation

extension Dialect {
    /// The number of bytes examined to detect the dialect.
    package static let detectionLength = 65_536

    /// The number of records of the prefix that are examined.
    private static let detectionRecords = 200

    /// Detects the dialect from the beginning of a text.
    ///
    /// The records are parsed with each delimiter in turn. The best delimiter gives most records as many fields as the
    /// first, the header, and many of them: share of such records × log₂ of the fields. Where none splits the header,
    /// the text has one column, and the comma is used.
    ///
    /// - Parameters:
    ///   - prefix: the first `detectionLength` bytes of UTF-8, or all there are.
    ///   - isWhole: whether the prefix is the whole text, so that its last record is complete.
    /// - Returns: the dialect.
    package static func detect(_ prefix: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Dialect {
        let endsAtCarriageReturn = !prefix.contains(0x0A) && prefix.contains(0x0D)
        var best = Dialect(delimiter: .comma, endsRecordsAtCarriageReturn: endsAtCarriageReturn)
        var bestScore = 0.0
        for delimiter in Delimiter.allCases {
            let candidate = Dialect(delimiter: delimiter, endsRecordsAtCarriageReturn: endsAtCarriageReturn)
            let score = candidate.score(prefix, isWhole: isWhole)
            if score > bestScore {
                (best, bestScore) = (candidate, score)
            }
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
        if isWhole || records == 0 {
            tokenizer.finish(count)
        }
        guard header > 1 else { return 0 }
        return Double(fitting) / Double(records) * log2(Double(header))
    }
}
