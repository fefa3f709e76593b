internal import VisitModel

/// One occurrence of an entry in a time zone.
struct ScheduleWindow {
    let entry: ScheduleEntry
    let wall: WallWindow
    /// The start, included.
    let start: Timestamp
    /// The end, not included.
    let end: Timestamp

    /// Finds the window's times; `nil` where the clocks skip all of it.
    init?(_ entry: ScheduleEntry, _ wall: WallWindow, by clock: WallClock) {
        self.entry = entry
        self.wall = wall
        self.start = clock.start(wall.start)
        self.end = clock.end(wall.end)
        guard start < end else { return nil }
    }

    func contains(_ time: Timestamp) -> Bool { start <= time && time < end }

    /// Whether another window decides where both apply.
    ///
    /// Rule: the latest start decides. Of two windows that start at one time, for instance in an hour that clocks skip,
    /// the wall clock times decide: then the one that ends first, because it is the more specific; then the one with
    /// location, because it includes the geofences. So the order of a schedule's entries never matters.
    func yields(to other: ScheduleWindow) -> Bool {
        if start != other.start { return start < other.start }
        return wall.yields(to: other.wall, entry, other.entry)
    }
}

extension WallWindow {
    /// Applies the same rule to wall clock times.
    func yields(to other: WallWindow, _ entry: ScheduleEntry, _ otherEntry: ScheduleEntry) -> Bool {
        if start != other.start { return start < other.start }
        if end != other.end { return end > other.end }
        if entry.mode != otherEntry.mode { return otherEntry.mode == .location }
        return entry.description > otherEntry.description
    }
}

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
