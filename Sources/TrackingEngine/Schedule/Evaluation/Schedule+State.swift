public import VisitModel

extension Schedule {
    /// The state of the schedule at a time in a time zone: the deciding entry, or off.
    public func state(at time: Timestamp, in zone: TimeZoneName) -> ScheduleState {
        let time = time.onCalendar
        return windows(from: time, through: time, in: zone).state(at: time)
    }

    /// The windows of all entries that intersect a closed interval.
    func windows(from first: Timestamp, through last: Timestamp, in zone: TimeZoneName) -> [ScheduleWindow] {
        let clock = WallClock(zone)
        // Hours end on the next day at the latest. Where clocks were set forward or back over midnight, or by a whole
        // day at the date line, the local day may differ by one more.
        let days = clock.day(at: first) - 2...clock.day(at: last) + 1
        var windows: [ScheduleWindow] = []
        for entry in entries {
            for wall in entry.wallWindows(startingOn: days) {
                guard let window = ScheduleWindow(entry, wall, by: clock), window.end > first, window.start <= last
                else { continue }
                windows.append(window)
            }
        }
        return windows
    }
}

extension [ScheduleWindow] {
    /// The state at a time, given all windows near that time.
    func state(at time: Timestamp) -> ScheduleState {
        var deciding: ScheduleWindow?
        for window in self where window.contains(time) {
            guard let other = deciding, window.yields(to: other) else {
                deciding = window
                continue
            }
        }
        return ScheduleState(deciding?.entry)
    }
}

extension Timestamp {
    /// The first moment of year 0.
    static let firstOnCalendar = Timestamp(milliseconds: -62_167_219_200_000)
    /// The end of year 9999.
    static let lastOnCalendar = Timestamp(milliseconds: 253_402_300_800_000)

    /// This time, clamped to the years 0 to 9999.
    var onCalendar: Timestamp { min(max(self, .firstOnCalendar), .lastOnCalendar) }
}
