public import VisitModel

extension ClockAlternation {
    /// The fixes of one delivery.
    public struct Delivery: Hashable, Sendable {
        /// When they were received.
        public let receivedAt: Timestamp
        /// The fixes, as they follow one another in the delivery.
        ///
        /// A slice: those of all deliveries of a batch share their memory.
        public var fixes: ArraySlice<FixKey>

        /// Creates a delivery.
        public init(receivedAt: Timestamp, fixes: ArraySlice<FixKey>) {
            self.receivedAt = receivedAt
            self.fixes = fixes
        }
    }

    /// Whether a fix is so far behind the newest one before it that it may be of a second clock.
    public static func isBehind(_ time: Timestamp, _ front: Timestamp) -> Bool {
        front.milliseconds - time.milliseconds >= leastLag
    }

    /// Records fixes of which none is far behind the newest before it, received together; the order is that of their
    /// times.
    ///
    /// Returns what they show of fixes of earlier deliveries.
    ///
    /// An array, so that the loop over every fix of a batch is compiled for it and not for any sequence.
    public mutating func advance(through times: [Timestamp], receivedAt time: Timestamp) -> Finding {
        let before = front
        var (finding, count) = (Finding(), 0)
        for fixAt in times where front.map({ fixAt > $0 }) ?? true {
            move(to: fixAt, receivedAt: time, &finding)
            count += 1
        }
        end(receivedAt: time, from: before, newer: count)
        return finding
    }

    /// Records that a delivery with some newer fixes has ended.
    private mutating func end(receivedAt time: Timestamp, from before: Timestamp?, newer count: Int) {
        receivedAt = max(receivedAt ?? time, time)
        if count > 0 { latest = Advance(from: before, count: count) }
    }

    /// Records a delivery; returns what it shows.
    public mutating func observe(_ delivery: Delivery) -> Finding {
        // As nearly all of them: nothing in it is behind, and no group waits for a newer fix.
        if group == nil, let first = delivery.fixes.first, front.map({ first.time > $0 }) ?? true,
            delivery.fixes.isAscending
        {
            let before = front
            var finding = Finding()
            for fix in delivery.fixes { move(to: fix.time, receivedAt: delivery.receivedAt, &finding) }
            end(receivedAt: delivery.receivedAt, from: before, newer: delivery.fixes.count)
            return finding
        }
        let (fixes, before) = (delivery.inOrder, front)
        receivedAt = max(receivedAt ?? delivery.receivedAt, delivery.receivedAt)
        var finding = Finding()
        if fixes.isAscending {
            observe(sorted: fixes, delivery, &finding)
        } else {
            observe(mixed: fixes, delivery, &finding)
        }
        if front != before {
            latest = Advance(from: before, count: fixes.count { fix in before.map { fix.time > $0 } ?? true })
        }
        return finding
    }

    /// Records a delivery whose order is that of the fixes' times, and shows nothing else.
    private mutating func observe(sorted fixes: ArraySlice<FixKey>, _ delivery: Delivery, _ finding: inout Finding) {
        guard let last = fixes.last else { return }
        let before = front
        let newer = fixes.filter { fix in before.map { fix.time > $0 } ?? true }
        let known = intervals
        var isWhole = group == nil
        if let first = newer.first {
            // What arrived before this delivery was taken before its first newer fix, unless each kind is sent apart.
            close(
                in: [
                    Window(start: before, end: first.time, others: 1),
                    Window(start: before, end: last.time, others: newer.count),
                    Window(start: latest?.start, end: first.time, others: 1 + (latest?.count ?? 0)),
                ],
                receivedAt: delivery.receivedAt,
                &finding
            )
        }
        if let before {
            for fix in fixes where Self.isBehind(fix.time, before) {
                isWhole = false
                recordBehind(fix, before, until: last.time, delivery, &finding)
            }
        }
        if !newer.isEmpty {
            // These were taken at any time up to the newest of this delivery.
            close(
                in: [Window(start: before, end: last.time, others: newer.count)],
                receivedAt: delivery.receivedAt,
                &finding
            )
        }
        for fix in newer { move(to: fix.time, receivedAt: delivery.receivedAt, &finding) }
        // The fixes of a second clock are missing in the intervals of such a delivery.
        if !isWhole { intervals = known }
    }

    /// Records a delivery in the order in which its fixes were taken.
    private mutating func observe(mixed fixes: ArraySlice<FixKey>, _ delivery: Delivery, _ finding: inout Finding) {
        for fix in fixes {
            guard let before = front, fix.time <= before else {
                move(to: fix.time, receivedAt: delivery.receivedAt, &finding)
                continue
            }
            guard Self.isBehind(fix.time, before) else { continue }
            recordBehind(fix, before, until: before, delivery, &finding)
        }
    }

    /// Moves the front to a newer fix.
    private mutating func move(to time: Timestamp, receivedAt: Timestamp, _ finding: inout Finding) {
        guard let before = front else {
            (front, gaps) = (time, [Gap(start: nil, end: time)])
            return
        }
        let isBehind = group != nil
        let count = finding.secondClock.count
        if isBehind {
            let windows = [
                Window(start: before, end: time, others: 1),
                Window(start: latest?.start, end: time, others: 1 + (latest?.count ?? 0)),
            ]
            close(in: windows, receivedAt: receivedAt, &finding)
        }
        let step = time.milliseconds - before.milliseconds
        if step >= Self.leastLag {
            gaps.removeAll { time.milliseconds - $0.end.milliseconds > Self.greatestLag }
            if gaps.count == Self.gapLimit { gaps.removeFirst() }
            gaps.append(Gap(start: before, end: time))
        } else if !isBehind || run == nil && finding.secondClock.count == count {
            if intervals.count == Self.intervalLimit { intervals.removeFirst() }
            intervals.append(step)
        }
        front = time
    }

    /// Records a fix far behind the newest one before it.
    private mutating func recordBehind(
        _ fix: FixKey,
        _ front: Timestamp,
        until newest: Timestamp,
        _ delivery: Delivery,
        _ finding: inout Finding
    ) {
        let latest = min(
            max(newest.milliseconds, front.milliseconds + Self.longestWait),
            delivery.receivedAt.milliseconds
        )
        if Self.isBehind(fix.time, by: &known, front, until: latest) {
            finding.secondClock.append(fix)
        } else {
            if Self.isBehind(fix.time, by: &undecided, front, until: latest) { finding.undecided.append(fix) }
            add(fix, front, delivery)
        }
    }

    /// Whether a fix is behind by a difference: it may have been taken after the newest one before it, and at most a
    /// quarter of an hour, or the delivery's newest fix, later.
    private static func isBehind(
        _ time: Timestamp,
        by lag: inout Lag?,
        _ front: Timestamp,
        until latest: Int64
    ) -> Bool {
        guard let current = lag else { return false }
        guard front.milliseconds - current.provenAt.milliseconds <= lifetime else {
            lag = nil
            return false
        }
        let (least, greatest) = (current.milliseconds.lowerBound - slack, current.milliseconds.upperBound + slack)
        guard time.milliseconds + greatest >= front.milliseconds, time.milliseconds + least <= latest else {
            return false
        }
        lag?.provenAt = front
        return true
    }

    private mutating func add(_ fix: FixKey, _ front: Timestamp, _ delivery: Delivery) {
        var group =
            self.group ?? Group(oldest: fix.time, newest: fix.time, receivedAt: delivery.receivedAt, fixes: [])
        group.receivedAt = delivery.receivedAt
        group.oldest = min(group.oldest, fix.time)
        group.newest = max(group.newest, fix.time)
        let waited = delivery.receivedAt.milliseconds - front.milliseconds + Self.longestWait
        if group.spanMilliseconds > min(waited, Self.longestGroup) {
            group.fixes = []
        } else if group.isPossible || self.group == nil, group.fixes.count < Self.fixLimit {
            group.fixes.append(fix)
        }
        self.group = group
    }

    /// Ends the group, whose fixes were taken in one of some windows, the likeliest first.
    private mutating func close(in windows: [Window], receivedAt: Timestamp, _ finding: inout Finding) {
        guard let group else { return }
        self.group = nil
        let possible = windows.lazy.compactMap { window in window.lag(of: group).map { (window: window, lag: $0) } }
            .first
        guard group.isPossible, let (window, lag) = possible else {
            (run, undecidedRun) = (nil, nil)
            return
        }
        var single = Run(
            lag: lag,
            groups: 1,
            isFresh: receivedAt.milliseconds - window.end.milliseconds <= Self.longestWait,
            mayBeKept: fillsGap(group),
            newest: group.newest,
            fixes: group.fixes
        )
        if isKept(group, window) {
            run = nil
        } else if let evident = Self.join(&run, single, from: group.oldest, precision: Self.leastPrecision) {
            known = Lag(milliseconds: evident.lag, provenAt: window.end)
            finding.secondClock += evident.fixes
            (undecidedRun, undecided) = (nil, nil)
            return
        }
        // Those that were not received at once show a difference too, but may be of two queues of the app.
        (single.mayBeKept, single.isFresh) = (true, true)
        if let evident = Self.join(
            &undecidedRun,
            single,
            from: group.oldest,
            precision: Self.leastUndecidedPrecision
        ) {
            undecided = Lag(milliseconds: evident.lag, provenAt: window.end)
            finding.undecided += evident.fixes
        }
    }

    /// Adds a group, as a run of its own, to those before it; returns all of them, and starts again, where they are
    /// enough.
    private static func join(_ run: inout Run?, _ single: Run, from oldest: Timestamp, precision: Int64) -> Run? {
        // A group that shows the difference roughly is no evidence for it, but may be one against it.
        guard single.lag.upperBound - single.lag.lowerBound <= precision else {
            if run.map({ !$0.lag.overlaps(single.lag) }) ?? false { run = nil }
            return nil
        }
        guard var joined = run, oldest > joined.newest, joined.lag.overlaps(single.lag) else {
            run = single
            return nil
        }
        joined.lag = joined.lag.clamped(to: single.lag)
        joined.groups += 1
        joined.isFresh = joined.isFresh && single.isFresh
        joined.mayBeKept = joined.mayBeKept || single.mayBeKept
        joined.newest = single.newest
        joined.fixes += single.fixes.prefix(fixLimit - joined.fixes.count)
        run = joined.isEvident ? nil : joined
        return joined.isEvident ? joined : nil
    }
}

extension ClockAlternation {
    /// Whether the fixes of a group may have been kept while the device could not send: they lie in a gap.
    private func fillsGap(_ group: Group) -> Bool {
        gaps.contains { gap in group.newest < gap.end && gap.start.map { $0 < group.oldest } ?? true }
    }

    /// Whether they were: they come in addition to newer ones, at the usual interval, and not in place of some.
    private func isKept(_ group: Group, _ window: Window) -> Bool {
        guard fillsGap(group) else { return false }
        guard let longest = intervals.max(), let start = window.start else { return true }
        let passed = Double(window.end.milliseconds - start.milliseconds)
        return passed < (Double(window.others) + Double(group.fixes.count) / 2) * Double(longest)
    }

    /// A span of time in which the fixes of a group may have been taken.
    private struct Window {
        /// The time of the last fix before it; `nil` where there is none, and the window is none.
        let start: Timestamp?
        /// The time of a fix after them.
        let end: Timestamp
        /// The number of other fixes in it, with that one.
        let others: Int

        /// The possible differences of the clocks, in milliseconds; `nil` where the fixes span too much time.
        func lag(of group: Group) -> ClosedRange<Int64>? {
            guard let start else { return nil }
            let least = max(leastLag, start.milliseconds - group.oldest.milliseconds - slack)
            let latest = min(end, group.receivedAt)
            let greatest = min(greatestLag, latest.milliseconds - group.newest.milliseconds + slack)
            return least <= greatest ? least...greatest : nil
        }
    }
}

extension ClockAlternation.Group {
    fileprivate var spanMilliseconds: Int64 { newest.milliseconds - oldest.milliseconds }
    /// Whether the fixes are few enough to be of a second clock.
    fileprivate var isPossible: Bool { !fixes.isEmpty }
}

extension ClockAlternation.Run {
    /// Whether the groups are enough to be those of a second clock: of one difference, and not of one that changes from
    /// group to group.
    fileprivate var isEvident: Bool {
        typealias Rules = ClockAlternation
        let width = lag.upperBound - lag.lowerBound
        return isFresh && width >= Rules.slack
            && groups >= Rules.leastGroups + (mayBeKept ? Rules.keptGroups : 0)
    }
}

extension ClockAlternation.Delivery {
    /// The fixes with the oldest first, where the newest ones follow one another with the newest first.
    fileprivate var inOrder: ArraySlice<ClockAlternation.FixKey> {
        guard fixes.count > 1, let newest = fixes.lazy.map(\.time).max() else { return fixes }
        let recent = fixes.lazy.map(\.time).filter { !ClockAlternation.isBehind($0, newest) }
        let rising = zip(recent, recent.dropFirst()).reduce(0) { $0 + ($1.0 <= $1.1 ? 1 : -1) }
        return rising < 0 ? ArraySlice(fixes.reversed()) : fixes
    }
}

extension ArraySlice<ClockAlternation.FixKey> {
    fileprivate var isAscending: Bool {
        // Not by `zip`: nearly all deliveries have one fix, and this is asked of each.
        for index in indices.dropFirst() where self[index].time < self[index - 1].time { return false }
        return true
    }
}

extension ClockAlternation.Finding {
    /// Adds what another delivery shows.
    public mutating func add(_ other: Self) {
        // As nearly always, there is nothing to add.
        if !other.secondClock.isEmpty { secondClock += other.secondClock }
        if !other.undecided.isEmpty { undecided += other.undecided }
    }
}
