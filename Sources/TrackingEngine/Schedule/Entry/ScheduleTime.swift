public import VisitModel

/// A local time of day, to the minute.
public struct ScheduleTime: Hashable, Sendable, Comparable {
    /// The minutes since 00:00, 0..<1440.
    public let minuteOfDay: Int

    /// Creates a time from an hour, 0...23, and a minute, 0...59; `nil` for other numbers.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.minuteOfDay = hour * 60 + minute
    }

    /// 00:00.
    public static let midnight = ScheduleTime(minuteOfDay: 0)

    private init(minuteOfDay: Int) { self.minuteOfDay = minuteOfDay }

    /// Orders by time.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minuteOfDay < rhs.minuteOfDay }
}

extension ScheduleTime: CustomStringConvertible {
    /// The time in a schedule's notation: `09:00`.
    public var description: String { DailyHours.clockText(minuteOfDay * 60) }
}

/// A local date and time of day.
public struct ScheduleDateTime: Hashable, Sendable, Comparable {
    /// The day.
    public let date: CivilDate
    /// The time of day.
    public let time: ScheduleTime

    /// Creates a date and time.
    public init(_ date: CivilDate, _ time: ScheduleTime) {
        self.date = date
        self.time = time
    }

    /// The minutes since 1970-01-01 00:00 on the clocks.
    var wallMinute: Int { date.daysSince1970 * 1440 + time.minuteOfDay }

    /// Orders by time.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.wallMinute < rhs.wallMinute }
}

extension ScheduleDateTime: CustomStringConvertible {
    /// The date and time in a schedule's notation: `2018-01-01-09:00`.
    public var description: String { "\(date)-\(time)" }
}

/// Days of the week, at least one.
///
/// Days are numbered as in Transistor's schedule, after the calendar of the United States: Sunday is 1 and Saturday 7.
/// So `1-5` is Sunday to Thursday, and Monday to Friday is `2-6`.
public struct ScheduleDays: Hashable, Sendable {
    /// The valid day numbers.
    public static let numbers = 1...7

    /// One bit per day, Sunday the lowest.
    private let bits: UInt8

    /// Creates a set from numbers in any order, possibly repeated; `nil` for an invalid number or no day at all.
    public init?(_ days: some Sequence<Int>) {
        var bits: UInt8 = 0
        for day in days {
            guard Self.numbers.contains(day) else { return nil }
            bits |= 1 << UInt8(day - 1)
        }
        guard bits != 0 else { return nil }
        self.bits = bits
    }

    /// Whether the set contains a day; false for a number outside 1...7.
    public func contains(_ day: Int) -> Bool {
        Self.numbers.contains(day) && bits & (1 << UInt8(day - 1)) != 0
    }

    /// The numbers of the days, in ascending order.
    public var all: [Int] { Self.numbers.filter(contains) }

    /// Whether there are three or more consecutive days, which are best written as a range.
    var isRange: Bool {
        let days = all
        return days.count > 2 && days[days.count - 1] - days[0] == days.count - 1
    }

    static func number(ofDay daysSince1970: Int) -> Int {
        // 1970-01-01 was a Thursday, which is 5.
        let shifted = (daysSince1970 + 4) % 7
        return (shifted < 0 ? shifted + 7 : shifted) + 1
    }
}

extension ScheduleDays: CustomStringConvertible {
    /// The days in a schedule's notation: `2-6` for three or more in a row, otherwise a list such as `2,4,6`.
    public var description: String {
        let days = all
        return isRange ? "\(days[0])-\(days[days.count - 1])" : days.map(String.init).joined(separator: ",")
    }
}
