/// The hours of a day in which tracking is on: from a start, which belongs to them, to an end, which does not.
///
/// An end that is not after the start is on the next day. So is an end of 00:00, the midnight that ends the day
/// (Transistor, "AppConfig", schedule: `2,4,6 20:00-00:00` is 8 pm to midnight).
public struct ScheduleHours: Hashable, Sendable {
    /// When they start.
    public let start: ScheduleTime
    /// When they end, on the same day if that is after the start, otherwise on the next one.
    public let end: ScheduleTime

    /// Checks and takes hours.
    ///
    /// - Parameters:
    ///   - start: when they start.
    ///   - end: when they end. It can't be the start: whether that meant no time or a whole day, nothing says.
    public init?(from start: ScheduleTime, to end: ScheduleTime) {
        guard start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Whether they end on the next day's clocks; a midnight that ends the day counts as that day's own.
    public var isOvernight: Bool { end < start && end != .midnight }

    /// How long they are on the clocks, 1..<1440 minutes.
    public var lengthMinutes: Int {
        let difference = end.minuteOfDay - start.minuteOfDay
        return difference > 0 ? difference : difference + 1440
    }
}

extension ScheduleHours: CustomStringConvertible {
    /// The hours as a schedule writes them: `09:00-17:00`.
    public var description: String { "\(start)-\(end)" }
}
