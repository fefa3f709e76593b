internal import VisitModel

/// The time between two wall clock times, without a time zone.
struct WallWindow: Hashable {
    /// The first minute, counted from 1970-01-01 00:00 on the clocks.
    let start: Int
    /// The minute after the last one.
    let end: Int
}

extension ScheduleEntry {
    /// The windows of the entry as wall clock times, in order.
    ///
    /// `days`, counted from 1970-01-01, are the days on which weekly hours may start. A window that occurs once is
    /// included where it touches these days.
    func wallWindows(startingOn days: ClosedRange<Int>) -> [WallWindow] {
        switch time {
        case .weekly(let weekdays, let hours):
            return days.filter { weekdays.contains(ScheduleDays.number(ofDay: $0)) }.map(hours.window(onDay:))
        case .day, .span:
            guard let window = literalWindow, window.start / 1440 <= days.upperBound,
                window.end / 1440 >= days.lowerBound
            else { return [] }
            return [window]
        }
    }

    /// The window of an entry that occurs once; `nil` for a weekly one.
    var literalWindow: WallWindow? {
        switch time {
        case .weekly: nil
        case .day(let date, let hours): hours.window(onDay: date.daysSince1970)
        case .span(let span): WallWindow(start: span.start.wallMinute, end: span.end.wallMinute)
        }
    }
}

extension ScheduleHours {
    /// The hours that start on a day, counted from 1970-01-01.
    fileprivate func window(onDay day: Int) -> WallWindow {
        let first = day * 1440 + start.minuteOfDay
        return WallWindow(start: first, end: first + lengthMinutes)
    }
}
