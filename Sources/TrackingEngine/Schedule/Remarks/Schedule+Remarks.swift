internal import TrackingModel
package import VisitModel

extension Schedule {
    /// The remarks in the order of the entries; one that ended before `time` is expired and compared with no other.
    package func remarks(at time: Timestamp, in zone: TimeZoneName) -> [ScheduleRemark] {
        var remarks: [ScheduleRemark] = []
        var live: [Int] = []
        var seen: Set<ScheduleEntry> = []
        for (index, entry) in entries.enumerated() {
            if let remark = entry.remark(at: time, in: zone, index: index) {
                remarks.append(remark)
                // An entry that never applies again neither hides another nor is hidden.
                if remark.code != .longOvernight { continue }
            }
            if seen.insert(entry).inserted {
                live.append(index)
            } else {
                remarks.append(ScheduleRemark(.duplicate, index: index, "`\(entry)` is in the list more than once"))
            }
        }
        for index in live { remarks.append(contentsOf: comparisons(of: index, among: live)) }
        return entries.indices.flatMap { index in remarks.filter { $0.index == index } }
    }

    /// An overlapping pair is reported once, at the later index.
    private func comparisons(of index: Int, among live: [Int]) -> [ScheduleRemark] {
        let entry = entries[index]
        let rivals = live.filter { entries[$0].mode != entry.mode && entries[$0].overlaps(entry) }
        // Of two entries with the same times, the later one is reported.
        let hider = live.first { other in
            other != index && entries[other].hides(entry, amongRivals: !rivals.isEmpty)
                && (other < index || !entry.hides(entries[other], amongRivals: !rivals.isEmpty))
        }
        if let hider {
            let message = "`\(entry)` has no effect, because `\(entries[hider])` is always active at the same time"
            return [ScheduleRemark(.hidden, index: index, message)]
        }
        return rivals.filter { $0 < index && !entry.hides(entries[$0], amongRivals: true) }.map { other in
            ScheduleRemark(
                .overlap,
                index: index,
                "`\(entry)` overlaps `\(entries[other])`, which has the other mode: while both are active, the one "
                    + "that started last applies"
            )
        }
    }
}

extension ScheduleEntry {
    /// The remark on the entry by itself.
    fileprivate func remark(at time: Timestamp, in zone: TimeZoneName, index: Int) -> ScheduleRemark? {
        if let wall = literalWindow {
            guard let window = ScheduleWindow(self, wall, by: WallClock(zone)) else {
                let message = "`\(self)` is never active, because clocks in \(zone) skip that time"
                return ScheduleRemark(.skipped, index: index, message)
            }
            if window.end <= time { return ScheduleRemark(.expired, index: index, "`\(self)` is over and is ignored") }
        }
        guard let hours, hours.isOvernight, hours.lengthMinutes > 720 else { return nil }
        return ScheduleRemark(
            .longOvernight,
            index: index,
            "`\(self)` runs to \(hours.end) of the next day; for an end at midnight, write `\(hours.start)-00:00`"
        )
    }

    private var hours: ScheduleHours? {
        switch time {
        case .weekly(_, let hours), .day(_, let hours): hours
        case .span: nil
        }
    }
}

/// Comparisons by wall clock times, so that a remark is valid in every time zone.
extension ScheduleEntry {
    fileprivate func overlaps(_ other: ScheduleEntry) -> Bool {
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
    fileprivate func hides(_ other: ScheduleEntry, amongRivals: Bool) -> Bool {
        guard isWeekly || !other.isWeekly else { return false }
        return other.sampleWindows(against: self).allSatisfy { window in
            let mine = wallWindows(near: window)
            guard mode == other.mode else { return mode == .location && mine.contains(window) }
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

/// A remark on an entry that may not be what its author meant; the schedule works regardless.
package struct ScheduleRemark: Hashable, Sendable, Encodable {
    /// The kind of a remark; stable, for programs.
    package enum Code: String, Hashable, Sendable, CaseIterable, Codable {
        /// Hours that run overnight for more than half a day, as `18:00-12:00` does, where midnight (`00:00`) or an
        /// evening hour may have been meant. Transistor's own example of it is described as ending at midnight.
        case longOvernight = "long_overnight"
        /// A one-time entry that is over: it is ignored.
        case expired
        /// A one-time entry at a time that clocks skip: it never applies.
        case skipped
        /// An entry that is listed a second time.
        case duplicate
        /// An entry that changes nothing, because another one applies whenever it does.
        case hidden
        /// An entry that overlaps another one of the other mode.
        case overlap
    }

    package let code: Code
    /// The index of the entry, from 0.
    package let index: Int
    /// A sentence for the user, without a final full stop; it names the entry.
    package let message: String

    private enum CodingKeys: String, CodingKey {
        case code, message
    }

    fileprivate init(_ code: Code, index: Int, _ message: String) {
        self.code = code
        self.index = index
        self.message = message
    }
}
