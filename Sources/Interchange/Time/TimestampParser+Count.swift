internal import VisitModel

extension TimestampParser {
    /// Parses a count since 1970 and infers its unit from its size.
    ///
    /// A count below 10^11 is in seconds (until the year 5138), below 10^14 in milliseconds (from March 1973), below
    /// 10^17 in microseconds, and in nanoseconds above. Times that are ambiguous by this rule are before 1973 or after
    /// 5138, when no phone sent fixes. The fraction is parsed as decimal digits and not as binary floating point, so
    /// `1709273378.123` is exact.
    static func readCount(_ cursor: inout ByteCursor) throws(Problem) -> Timestamp {
        let whole = cursor
        let negative = cursor.skip(0x2D)
        _ = cursor.skip(0x2B)
        guard let count = cursor.allDigits() else { throw .outOfRange }
        let hasFraction = cursor.skip(0x2E)
        let milliseconds: Int64
        switch count {
        case ..<100_000_000_000:
            milliseconds = count * 1000 + (hasFraction ? cursor.fraction(places: 3) : 0)
        case ..<100_000_000_000_000:
            milliseconds = count + (hasFraction ? cursor.fraction(places: 0) : 0)
        case ..<100_000_000_000_000_000:
            if hasFraction { _ = cursor.fraction(places: 0) }
            milliseconds = (count + 500) / 1000
        default:
            if hasFraction { _ = cursor.fraction(places: 0) }
            milliseconds = count / 1_000_000 + (count % 1_000_000 >= 500_000 ? 1 : 0)
        }
        guard cursor.isAtEnd else { return try readScientificCount(whole) }
        return Timestamp(milliseconds: negative ? -milliseconds : milliseconds)
    }

    /// Parses a count with an exponent (`1.7092734E9`, as spreadsheets and some JSON writers give it).
    private static func readScientificCount(_ cursor: ByteCursor) throws(Problem) -> Timestamp {
        guard let text = String(validating: cursor.rest, as: UTF8.self), let count = Double(text), count.isFinite else {
            throw .notATime
        }
        let milliseconds: Double
        switch count.magnitude {
        case ..<1e11: milliseconds = count * 1000
        case ..<1e14: milliseconds = count
        case ..<1e17: milliseconds = count / 1000
        case ..<1e19: milliseconds = count / 1_000_000
        default: throw .outOfRange
        }
        return Timestamp(milliseconds: Int64(milliseconds.rounded()))
    }
}
