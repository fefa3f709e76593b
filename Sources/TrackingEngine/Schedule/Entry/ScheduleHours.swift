/// The hours of a day in which tracking is on, from a start (included) to an end (not included).
///
/// An end that is not after the start is on the next day. So is an end of 00:00, the midnight that ends the day
/// (Transistor, "AppConfig", schedule: `2,4,6 20:00-00:00` is 8 pm to midnight).
public struct ScheduleHours: Hashable, Sendable {
    /// The start.
    public let start: ScheduleTime
    /// The end, on the same day if it is after the start, otherwise on the next one.
    public let end: ScheduleTime

    /// Creates hours; `nil` where start and end are equal, because that could mean no time or a whole day.
    public init?(from start: ScheduleTime, to end: ScheduleTime) {
        guard start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Whether they end on the next day; a midnight that ends the day counts as the same day.
    public var isOvernight: Bool { end < start && end != .midnight }

    /// The length in wall clock minutes, 1..<1440.
    public var lengthMinutes: Int {
        let difference = end.minuteOfDay - start.minuteOfDay
        return difference > 0 ? difference : difference + 1440
    }
}

extension ScheduleHours: CustomStringConvertible {
    /// The hours in a schedule's notation: `09:00-17:00`.
    public var description: String { "\(start)-\(end)" }
}
