extension Timestamp: CustomStringConvertible {
    /// The time as ISO 8601 in UTC: `2024-03-01T06:09:38Z`, with milliseconds only where there are any.
    public var description: String { iso8601 }

    /// The time as ISO 8601 in UTC: `2024-03-01T06:09:38Z`, with milliseconds only where there are any.
    public var iso8601: String {
        let (days, millisecondsOfDay) = milliseconds.flooringQuotientAndRemainder(dividingBy: 86_400_000)
        let date = CivilDate(daysSince1970: Int(days))
        let second = Int(millisecondsOfDay) / 1000
        let fraction = Int(millisecondsOfDay) % 1000
        var text = date.description
        text += "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        if fraction != 0 {
            text += ".\(padded(fraction, 3))"
        }
        return text + "Z"
    }
}

/// A number in decimal, with zeros in front up to a width.
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
