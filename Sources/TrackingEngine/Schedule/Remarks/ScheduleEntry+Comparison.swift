internal import VisitModel

// Entries are compared by wall clock times, so that a remark is valid in every time zone.

extension ScheduleEntry {
    func overlaps(_ other: ScheduleEntry) -> Bool {
        // Weekly windows repeat and others do not: the windows of the one-time entry limit the search.
        if isWeekly, !other.isWeekly { return other.overlaps(self) }
        return sampleWindows(against: other).contains { window in
            other.wallWindows(near: window).contains { $0.start < window.end && window.start < $0.end }
        }
    }

    /// Whether another entry changes nothing beside this one.
    ///
    /// With the same mode, that is so when this one applies whenever the other does, and no entry of the other mode
    /// overlaps it. With another mode, only when both have the same times and this one takes precedence. `amongRivals`
    /// is whether some entry of the other mode overlaps it.
    func hides(_ other: ScheduleEntry, amongRivals: Bool) -> Bool {
        guard isWeekly || !other.isWeekly else { return false }
        return other.sampleWindows(against: self).allSatisfy { window in
            let mine = wallWindows(near: window)
            guard mode == other.mode else {
                return mode == .location && mine.contains(window)
            }
            return !amongRivals && mine.covers(window)
        }
    }

    /// Windows that represent all of this entry's: one week of them; for a one-time entry its window, of which eight
    /// days suffice for a comparison with a weekly entry.
    private func sampleWindows(against other: ScheduleEntry) -> [WallWindow] {
        // Any week suffices; this one begins a week after the day that is numbered 0.
        guard let window = literalWindow else { return wallWindows(startingOn: 7...13) }
        let end = other.isWeekly ? min(window.end, window.start + 8 * 1440) : window.end
        return [WallWindow(start: window.start, end: end)]
    }

    private func wallWindows(near window: WallWindow) -> [WallWindow] {
        wallWindows(startingOn: window.start / 1440 - 2...window.end / 1440 + 1)
    }
}

extension [WallWindow] {
    /// Whether these windows, in order, together cover another.
    fileprivate func covers(_ window: WallWindow) -> Bool {
        var reached = window.start
        for mine in self where mine.start <= reached { reached = Swift.max(reached, mine.end) }
        return reached >= window.end
    }
}
