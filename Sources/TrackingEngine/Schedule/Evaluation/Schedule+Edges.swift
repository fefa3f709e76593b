public import VisitModel

extension Schedule {
    /// The next time at which the mode changes; `nil` where nothing changes any more.
    ///
    /// Adjacent or overlapping windows of one mode make no edge where they meet; windows of different modes make one, a
    /// change of mode.
    ///
    /// - Parameters:
    ///   - time: the search starts after this time; an edge at the time itself is not found.
    ///   - zone: the time zone of the entries.
    /// - Returns: the edge, or `nil`.
    public func nextEdge(after time: Timestamp, in zone: TimeZoneName) -> ScheduleEdge? {
        guard time < .lastOnCalendar else { return nil }
        let time = time.onCalendar
        let turns = literalTurns(in: zone).filter { $0 > time }
        // Between two boundaries of one-time entries all weeks are alike: an edge is soon after the first boundary, or
        // nowhere.
        for (index, anchor) in ([time] + turns).enumerated() {
            let from = index == 0 ? anchor : anchor.advanced(by: .milliseconds(-1))
            let bound = index < turns.count ? turns[index] : .lastOnCalendar
            for reach in reaches {
                let through = min(bound, anchor.advanced(by: reach))
                if let edge = edges(after: from, through: through, in: zone).first { return edge }
            }
        }
        return nil
    }

    /// The last time at which the mode changed; `nil` where nothing had changed before.
    ///
    /// - Parameters:
    ///   - time: the search ends at this time; an edge at the time itself is found.
    ///   - zone: the time zone of the entries.
    /// - Returns: the edge, or `nil`.
    public func lastEdge(notAfter time: Timestamp, in zone: TimeZoneName) -> ScheduleEdge? {
        guard time > .firstOnCalendar else { return nil }
        let time = time.onCalendar
        let turns = literalTurns(in: zone).filter { $0 <= time }.reversed()
        var anchors = [time]
        anchors.append(contentsOf: turns)
        for (index, anchor) in anchors.enumerated() {
            let bound = index + 1 < anchors.count ? anchors[index + 1] : .firstOnCalendar
            for reach in reaches {
                let from = max(bound, anchor.advanced(by: .zero - reach), .firstOnCalendar)
                // The boundary itself is searched separately, because the weeks before it may differ.
                let start = min(from, anchor.advanced(by: .milliseconds(-1)))
                if let edge = edges(after: start, through: anchor, in: zone).last { return edge }
            }
        }
        return nil
    }

    /// How far to search for an edge that repeats weekly: first a short distance, where most are.
    ///
    /// An edge comes within eight days; a change of the clocks, or a day skipped at the date line, can suppress it
    /// once.
    private var reaches: [Duration] {
        entries.contains(where: \.isWeekly) ? [.seconds(2 * 86_400), .seconds(23 * 86_400)] : [.zero]
    }

    /// When entries that occur once start or end, in order.
    private func literalTurns(in zone: TimeZoneName) -> [Timestamp] {
        let clock = WallClock(zone)
        var turns: Set<Timestamp> = []
        for entry in entries {
            guard let wall = entry.literalWindow, let window = ScheduleWindow(entry, wall, by: clock) else { continue }
            turns.insert(window.start)
            turns.insert(window.end)
        }
        return turns.sorted()
    }

    /// The edges after `first` and not after `last`, in order.
    private func edges(after first: Timestamp, through last: Timestamp, in zone: TimeZoneName) -> [ScheduleEdge] {
        guard first < last else { return [] }
        let windows = windows(from: first, through: last, in: zone)
        let turns = Set(windows.flatMap { [$0.start, $0.end] }).filter { $0 > first && $0 <= last }
        var edges: [ScheduleEdge] = []
        var state = windows.state(at: first)
        for turn in turns.sorted() {
            let next = windows.state(at: turn)
            if next.mode != state.mode { edges.append(ScheduleEdge(at: turn, before: state, after: next)) }
            state = next
        }
        return edges
    }
}
