public import VisitModel

extension Schedule {
    /// The next time at which what the schedule says really changes.
    ///
    /// Windows of one mode that touch or overlap make no edge where they meet; windows of different modes make one, a
    /// change of mode.
    ///
    /// - Parameters:
    ///   - time: edges at this time itself don't count.
    ///   - zone: whose clocks the entries speak of.
    /// - Returns: the edge; `nil` where nothing changes any more.
    public func nextEdge(after time: Timestamp, in zone: TimeZoneName) -> ScheduleEdge? {
        guard time < .lastOnCalendar else { return nil }
        let time = time.onCalendar
        let turns = literalTurns(in: zone).filter { $0 > time }
        // Between two turns of what holds once, the weeks are all alike: an edge is soon after the first, or nowhere.
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

    /// The last time at which what the schedule says really changed.
    ///
    /// - Parameters:
    ///   - time: an edge at this time itself counts.
    ///   - zone: whose clocks the entries speak of.
    /// - Returns: the edge; `nil` where nothing had changed before.
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
                // The turn itself is a time of its own, for what was before it is another kind of week.
                let start = min(from, anchor.advanced(by: .milliseconds(-1)))
                if let edge = edges(after: start, through: anchor, in: zone).last { return edge }
            }
        }
        return nil
    }

    /// How far to look for an edge that repeats weekly: first near by, for most are.
    ///
    /// It comes within eight days; a change of the clocks, or a day skipped at the date line, can swallow it once.
    private var reaches: [Duration] {
        entries.contains(where: \.isWeekly) ? [.seconds(2 * 86_400), .seconds(23 * 86_400)] : [.zero]
    }

    /// When entries that hold once begin or end, in order.
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

    /// The edges after one time and not after another, in order.
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
