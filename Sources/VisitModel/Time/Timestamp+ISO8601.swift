extension Timestamp: CustomStringConvertible {
    /// The time in ISO 8601 in UTC: `2024-03-01T06:09:38Z`, with milliseconds only where they are not zero.
    public var description: String { iso8601 }

    /// The time in ISO 8601 in UTC: `2024-03-01T06:09:38Z`, with milliseconds only where they are not zero.
    public var iso8601: String { iso8601(showsZeroMilliseconds: false) }

    /// The time in ISO 8601 in UTC.
    ///
    /// - Parameter showsZeroMilliseconds: whether zero milliseconds are written as `.000`.
    /// - Returns: the time, always with a `Z`.
    package func iso8601(showsZeroMilliseconds: Bool) -> String {
        let (days, millisecondsOfDay) = milliseconds.flooringQuotientAndRemainder(dividingBy: 86_400_000)
        let date = CivilDate(daysSince1970: Int(days))
        let second = Int(millisecondsOfDay) / 1000
        let fraction = Int(millisecondsOfDay) % 1000
        let showsFraction = showsZeroMilliseconds || fraction != 0
        guard (0...9999).contains(date.year) else {
            let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            return "\(date)T\(time)" + (showsFraction ? ".\(padded(fraction, 3))Z" : "Z")
        }
        // Records and exports format millions of times, so digits are written in place, without a string for each
        // number.
        return String(unsafeUninitializedCapacity: 24) { text in
            var end = 0
            func put(_ number: Int, _ width: Int, _ mark: UInt8) {
                var rest = number
                for place in (end..<end + width).reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                text[end + width] = mark
                end += width + 1
            }
            put(date.year, 4, UInt8(ascii: "-"))
            put(date.month, 2, UInt8(ascii: "-"))
            put(date.day, 2, UInt8(ascii: "T"))
            put(second / 3600, 2, UInt8(ascii: ":"))
            put(second / 60 % 60, 2, UInt8(ascii: ":"))
            put(second % 60, 2, UInt8(ascii: showsFraction ? "." : "Z"))
            if showsFraction { put(fraction, 3, UInt8(ascii: "Z")) }
            return end
        }
    }
}

/// Formats a number in decimal, zero-padded to a width.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}

extension Int64 {
    /// Division that rounds towards negative infinity, so that the remainder is never negative.
    func flooringQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
