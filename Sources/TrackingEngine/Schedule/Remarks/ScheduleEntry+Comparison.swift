internal import VisitModel

// Entries are compared by what the clocks show, so that a remark holds in every time zone.

extension ScheduleEntry {
    /// Whether two entries share time.
    func overlaps(_ other: ScheduleEntry) -> Bool {
        // Weeks repeat, what holds once does not: its windows say where to look.
        if isWeekly, !other.isWeekly { return other.overlaps(self) }
        return sampleWindows(against: other).contains { window in
            other.wallWindows(near: window).contains { $0.start < window.end && window.start < $0.end }
        }
    }

    /// Whether another entry changes nothing beside this one.
    ///
    /// With the same mode, that is so when this one holds whenever the other does, and no entry of the other mode is there
    /// to be decided against. With another mode, only when both have the same times and this one wins.
    ///
    /// - Parameters:
    ///   - other: the entry that may be hidden.
    ///   - amongRivals: whether some entry of the other mode overlaps it.
    /// - Returns: whether it is.
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

    /// Windows that stand for all of this entry's: a week of them; or the one there is, of which eight days are enough to
    /// compare it with what repeats weekly.
    private func sampleWindows(against other: ScheduleEntry) -> [WallWindow] {
        // Any week does; this one begins a week after the day that is numbered 0.
        guard let window = literalWindow else { return wallWindows(startingOn: 7...13) }
        let end = other.isWeekly ? min(window.end, window.start + 8 * 1440) : window.end
        return [WallWindow(start: window.start, end: end)]
    }

    private func wallWindows(near window: WallWindow) -> [WallWindow] {
        wallWindows(startingOn: window.start / 1440 - 2...window.end / 1440 + 1)
    }
}

extension [WallWindow] {
    /// Whether these windows, in order, together hold for all of another.
    fileprivate func covers(_ window: WallWindow) -> Bool {
        var reached = window.start
        for mine in self where mine.start <= reached { reached = Swift.max(reached, mine.end) }
        return reached >= window.end
    }
}
