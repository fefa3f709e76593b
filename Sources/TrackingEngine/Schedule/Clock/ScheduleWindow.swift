internal import VisitModel

/// The time that one entry turns tracking on for, once, in some place.
struct ScheduleWindow {
    let entry: ScheduleEntry
    /// What clocks show.
    let wall: WallWindow
    /// The first time.
    let start: Timestamp
    /// The first time after it.
    let end: Timestamp

    /// Finds when it is; `nil` where clocks skip all of it.
    init?(_ entry: ScheduleEntry, _ wall: WallWindow, by clock: WallClock) {
        self.entry = entry
        self.wall = wall
        self.start = clock.start(wall.start)
        self.end = clock.end(wall.end)
        guard start < end else { return nil }
    }

    func contains(_ time: Timestamp) -> Bool { start <= time && time < end }

    /// Whether another window decides where both hold.
    ///
    /// Rule: the latest start decides. Two that start at one time, for instance in an hour that clocks skip, are told apart
    /// by what the clocks say; then the one that ends first decides, for it is the more particular; then location does,
    /// for it includes the geofences. So the order of a schedule's entries never matters.
    func yields(to other: ScheduleWindow) -> Bool {
        if start != other.start { return start < other.start }
        return wall.yields(to: other.wall, entry, other.entry)
    }
}

extension WallWindow {
    /// The same rule by what the clocks show.
    func yields(to other: WallWindow, _ entry: ScheduleEntry, _ otherEntry: ScheduleEntry) -> Bool {
        if start != other.start { return start < other.start }
        if end != other.end { return end > other.end }
        if entry.mode != otherEntry.mode { return otherEntry.mode == .location }
        return entry.description > otherEntry.description
    }
}
