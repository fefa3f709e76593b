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

    private init(minuteOfDay: Int) {
        self.minuteOfDay = minuteOfDay
    }

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
