internal import VisitModel

/// One occurrence of an entry in a time zone.
struct ScheduleWindow {
    let entry: ScheduleEntry
    /// The same window as wall clock times.
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
