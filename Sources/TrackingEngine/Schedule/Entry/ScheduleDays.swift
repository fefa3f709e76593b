/// Some days of the week, at least one.
///
/// Days are numbered as Transistor's schedule numbers them, after the calendar of the United States: Sunday is 1 and
/// Saturday 7. So `1-5` is Sunday to Thursday, and Monday to Friday is `2-6`.
public struct ScheduleDays: Hashable, Sendable {
    /// The numbers a day can have.
    public static let numbers = 1...7

    /// One bit a day, Sunday the lowest.
    private let bits: UInt8

    /// Checks and takes days.
    ///
    /// - Parameter days: their numbers, 1 (Sunday) to 7 (Saturday), at least one; in any order, a day more than once too.
    public init?(_ days: some Sequence<Int>) {
        var bits: UInt8 = 0
        for day in days {
            guard Self.numbers.contains(day) else { return nil }
            bits |= 1 << UInt8(day - 1)
        }
        guard bits != 0 else { return nil }
        self.bits = bits
    }

    /// Whether a day is one of them.
    ///
    /// - Parameter day: its number; no other number than 1...7 is.
    /// - Returns: true when it is.
    public func contains(_ day: Int) -> Bool {
        Self.numbers.contains(day) && bits & (1 << UInt8(day - 1)) != 0
    }

    /// The numbers of the days, in ascending order.
    public var all: [Int] { Self.numbers.filter(contains) }

    /// Whether three or more days follow each other without a gap, so that they are best written as a range.
    var isRange: Bool {
        let days = all
        return days.count > 2 && days[days.count - 1] - days[0] == days.count - 1
    }

    /// The number of a day of the calendar.
    static func number(ofDay daysSince1970: Int) -> Int {
        // 1970-01-01 was a Thursday, which is 5.
        let shifted = (daysSince1970 + 4) % 7
        return (shifted < 0 ? shifted + 7 : shifted) + 1
    }
}

extension ScheduleDays: CustomStringConvertible {
    /// The days as a schedule writes them: `2-6` for three or more in a row, otherwise a list such as `2,4,6`.
    public var description: String {
        let days = all
        return isRange ? "\(days[0])-\(days[days.count - 1])" : days.map(String.init).joined(separator: ",")
    }
}
