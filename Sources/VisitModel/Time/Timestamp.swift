/// A point in time, in whole milliseconds of UTC since 1970, as phones report it.
///
/// An integer, so that the same file gives the same bytes on every machine, and two equal times are equal.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Takes a count of milliseconds.
    ///
    /// - Parameter milliseconds: since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Takes a count of seconds, rounded to the nearest millisecond.
    ///
    /// - Parameter seconds: since 1970-01-01T00:00:00Z; finite and within a hundred thousand years of it.
    public init(seconds: Double) {
        self.milliseconds = Int64((seconds * 1000).rounded())
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Double { Double(milliseconds) / 1000 }

    /// Orders by time.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// The seconds from one time to a later one; negative to an earlier one.
    ///
    /// - Parameter later: the other time.
    /// - Returns: seconds, to the millisecond.
    public func seconds(to later: Timestamp) -> Double {
        Double(later.milliseconds - milliseconds) / 1000
    }

    /// A later time, rounded to the millisecond.
    ///
    /// - Parameter seconds: how much later; negative for earlier.
    /// - Returns: the other time.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
    }
}
