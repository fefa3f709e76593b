public import VisitModel

extension Schedule {
    /// What is remarkable about the entries.
    ///
    /// - Parameters:
    ///   - time: the present; what ended before is expired, and is compared with nothing.
    ///   - zone: whose clocks the entries speak of.
    /// - Returns: the remarks by the entries' places in the list; none where everything is plain.
    public func remarks(at time: Timestamp, in zone: TimeZoneName) -> [ScheduleRemark] {
        var remarks: [ScheduleRemark] = []
        var live: [Int] = []
        var seen: Set<ScheduleEntry> = []
        for (index, entry) in entries.enumerated() {
            if let remark = entry.remark(at: time, in: zone, index: index) {
                remarks.append(remark)
                // What is never on again hides nothing and is hidden by nothing.
                if remark.code != .longOvernight { continue }
            }
            if seen.insert(entry).inserted {
                live.append(index)
            } else {
                remarks.append(ScheduleRemark(.duplicate, index: index, "`\(entry)` stands in the list more than once"))
            }
        }
        for index in live { remarks.append(contentsOf: comparisons(of: index, among: live)) }
        return entries.indices.flatMap { index in remarks.filter { $0.index == index } }
    }

    /// What an entry's neighbours make of it.
    ///
    /// A pair that overlaps is told of once, at the later place.
    private func comparisons(of index: Int, among live: [Int]) -> [ScheduleRemark] {
        let entry = entries[index]
        let rivals = live.filter { entries[$0].mode != entry.mode && entries[$0].overlaps(entry) }
        // Of two with the same times, the one at the later place is told of.
        let hider = live.first { other in
            other != index && entries[other].hides(entry, amongRivals: !rivals.isEmpty)
                && (other < index || !entry.hides(entries[other], amongRivals: !rivals.isEmpty))
        }
        if let hider {
            let message = "`\(entry)` changes nothing, because `\(entries[hider])` holds whenever it does"
            return [ScheduleRemark(.hidden, index: index, message)]
        }
        return rivals.filter { $0 < index && !entry.hides(entries[$0], amongRivals: true) }.map { other in
            ScheduleRemark(
                .overlap,
                index: index,
                "`\(entry)` overlaps `\(entries[other])`, which has the other mode: while both hold, the one that started "
                    + "last decides"
            )
        }
    }
}

extension ScheduleEntry {
    /// What is remarkable about the entry alone.
    fileprivate func remark(at time: Timestamp, in zone: TimeZoneName, index: Int) -> ScheduleRemark? {
        if let wall = literalWindow {
            guard let window = ScheduleWindow(self, wall, by: WallClock(zone)) else {
                let message = "`\(self)` never holds, because clocks in \(zone) skip that time"
                return ScheduleRemark(.skipped, index: index, message)
            }
            if window.end <= time { return ScheduleRemark(.expired, index: index, "`\(self)` is over and is ignored") }
        }
        guard let hours, hours.isOvernight, hours.lengthMinutes > 720 else { return nil }
        return ScheduleRemark(
            .longOvernight,
            index: index,
            "`\(self)` runs to \(hours.end) of the next day; for an end at midnight write `\(hours.start)-00:00`"
        )
    }

    private var hours: ScheduleHours? {
        switch time {
        case .weekly(_, let hours), .day(_, let hours): hours
        case .span: nil
        }
    }
}
