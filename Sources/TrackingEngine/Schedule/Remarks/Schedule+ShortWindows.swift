extension Schedule {
    /// The entries with a window that begins and ends within a number of minutes, in the order given.
    ///
    /// Windows of one mode that touch or overlap count as one, since no edge lies between them. A weekly entry is
    /// represented by one week of its windows.
    func entries(shorterThan minutes: Int) -> [ScheduleEntry] {
        entries.filter { entry in
            // Any week suffices; this one begins a week after the day that is numbered 0.
            let windows = entry.literalWindow.map { [$0] } ?? entry.wallWindows(startingOn: 7...13)
            return windows.contains { window in
                let whole = joined(window, mode: entry.mode, upTo: minutes)
                return whole.end - whole.start < minutes
            }
        }
    }

    /// The window together with all of its mode that touch it, until it is long enough: some schedules never end.
    private func joined(_ window: WallWindow, mode: ScheduleMode, upTo minutes: Int) -> WallWindow {
        var joined = window
        var isGrowing = true
        while isGrowing, joined.end - joined.start < minutes {
            isGrowing = false
            let days = joined.start / 1440 - 2...joined.end / 1440 + 1
            for other in entries where other.mode == mode {
                for next in other.wallWindows(startingOn: days) where next.start <= joined.end {
                    guard next.end >= joined.start, next.start < joined.start || next.end > joined.end else { continue }
                    joined = WallWindow(start: min(joined.start, next.start), end: max(joined.end, next.end))
                    isGrowing = true
                }
            }
        }
        return joined
    }
}
