internal import Foundation

/// A point in time, in whole milliseconds since 1970 in UTC, as phones report it.
///
/// It is an integer, so that the same file gives the same bytes on every machine, and equal times compare equal.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Creates a time from milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates a time from seconds since 1970-01-01T00:00:00Z, rounded to the nearest millisecond.
    ///
    /// The number is finite and within a hundred thousand years of it.
    public init(seconds: Double) { self.milliseconds = Int64((seconds * 1000).rounded()) }

    /// The start of the year 0: earlier than any fix, and the start of every facility's first fence.
    ///
    /// It is far enough from the smallest number that differences do not overflow.
    package static let beginningOfTime = Timestamp(milliseconds: -62_167_219_200_000)

    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Orders chronologically.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// The seconds from this time to another one, to the millisecond; negative if the other is earlier.
    public func seconds(to later: Timestamp) -> Double { Double(later.milliseconds - milliseconds) / 1000 }

    /// The time a number of seconds later, rounded to the millisecond; negative for earlier.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
    }
}

extension Duration {
    /// Whole milliseconds, truncated towards zero and saturated at the limits of `Int64`.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        return product.addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}

extension Timestamp {
    /// The time a duration later, truncated to the millisecond and saturated at the limits; negative for earlier.
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds.addingSaturated(duration.wholeMilliseconds))
    }
}

extension Int64 {
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}

extension Timestamp {
    /// The local date in a time zone.
    public func localDate(in zone: TimeZoneName) -> CivilDate {
        let days = localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).quotient
        return CivilDate(daysSince1970: Int(days))
    }

    /// The local time of day in a time zone, in whole seconds after midnight, 0..<86 400.
    public func secondOfDay(in zone: TimeZoneName) -> Int {
        Int(localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).remainder / 1000)
    }

    /// The time at which local clocks show the given milliseconds since 1970-01-01 00:00.
    ///
    /// Where clocks show it twice, this is the earlier time. Where they skip it, the offset from before the change
    /// applies.
    public init(localMilliseconds: Int64, in zone: TimeZoneName) {
        func offset(at milliseconds: Int64) -> Int64 {
            Timestamp(milliseconds: milliseconds).offsetMilliseconds(in: zone)
        }
        // The offset in force is at most 14 hours, so a day before and a day after the local time taken as UTC give the
        // offsets on either side of a clock change. Of the offsets that match, the larger gives the earlier time.
        let before = offset(at: localMilliseconds - 86_400_000)
        let after = offset(at: localMilliseconds + 86_400_000)
        let fitting = [max(before, after), min(before, after)].first { offset(at: localMilliseconds - $0) == $0 }
        self.init(milliseconds: localMilliseconds - (fitting ?? before))
    }

    private func localMilliseconds(in zone: TimeZoneName) -> Int64 { milliseconds + offsetMilliseconds(in: zone) }

    private func offsetMilliseconds(in zone: TimeZoneName) -> Int64 {
        Int64(zone.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) * 1000
    }

    /// The local month in a time zone.
    public func localMonth(in zone: TimeZoneName) -> Month { Month(containing: localDate(in: zone)) }
}

extension Timestamp: CustomStringConvertible {
    /// The same as `iso8601`.
    public var description: String { iso8601 }

    /// The time in ISO 8601 in UTC: `2024-03-01T06:09:38Z`, with milliseconds only where they are not zero.
    public var iso8601: String { iso8601(showsZeroMilliseconds: false) }

    /// The time in ISO 8601 in UTC, always with a `Z`; zero milliseconds as `.000` on request.
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

/// Zero-padded to a width.
package func padded(_ number: Int, _ width: Int) -> String {
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
