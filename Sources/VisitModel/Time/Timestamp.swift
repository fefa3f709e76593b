/// A point in time, in whole milliseconds since 1970 in UTC, as phones report it.
///
/// It is an integer, so that the same file gives the same bytes on every machine, and equal times compare equal.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Creates a time from milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a time from seconds, rounded to the nearest millisecond.
    ///
    /// - Parameter seconds: since 1970-01-01T00:00:00Z; finite and within a hundred thousand years of it.
    public init(seconds: Double) {
        self.milliseconds = Int64((seconds * 1000).rounded())
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Orders chronologically.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// The seconds from this time to another one, to the millisecond; negative if the other is earlier.
    public func seconds(to later: Timestamp) -> Double {
        Double(later.milliseconds - milliseconds) / 1000
    }

    /// The time a number of seconds later, rounded to the millisecond; negative for earlier.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
    }
}
