public import VisitModel

extension ClockAlternation {
    /// The fixes of one delivery.
    public struct Delivery: Hashable, Sendable {
        /// When they were received.
        public let receivedAt: Timestamp
        /// The fixes, as they follow one another in the delivery.
        public var fixes: [FixKey]

        /// Creates a delivery.
        public init(receivedAt: Timestamp, fixes: [FixKey]) {
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
    /// Returns the fixes of a second clock that they show, all of earlier deliveries.
    ///
    /// An array, so that the loop over every fix of a batch is compiled for it and not for any sequence.
    public mutating func advance(through times: [Timestamp], receivedAt time: Timestamp) -> [FixKey] {
        receivedAt = max(receivedAt ?? time, time)
        let before = front
        var (found, count): ([FixKey], Int) = ([], 0)
        for fixAt in times where front.map({ fixAt > $0 }) ?? true {
            found += move(to: fixAt, receivedAt: time)
            count += 1
        }
        if count > 0 { latest = Advance(from: before, count: count) }
        return found
    }

    /// Records a delivery; returns the fixes of a second clock that it shows, those of earlier deliveries included.
    public mutating func observe(_ delivery: Delivery) -> [FixKey] {
        let (fixes, before) = (delivery.inOrder, front)
        receivedAt = max(receivedAt ?? delivery.receivedAt, delivery.receivedAt)
        let found = fixes.isAscending ? observe(sorted: fixes, delivery) : observe(mixed: fixes, delivery)
        if front != before {
            latest = Advance(from: before, count: fixes.count { fix in before.map { fix.time > $0 } ?? true })
        }
        return found
    }

    /// Records a delivery whose order is that of the fixes' times, and shows nothing else.
    private mutating func observe(sorted fixes: [FixKey], _ delivery: Delivery) -> [FixKey] {
        guard let last = fixes.last else { return [] }
        let before = front
        let newer = fixes.filter { fix in before.map { fix.time > $0 } ?? true }
        let known = intervals
        var isWhole = group == nil
        var found: [FixKey] = []
        if let first = newer.first {
            // What arrived before this delivery was taken before its first newer fix, unless each kind is sent apart.
            found = close(
                in: [
                    Window(start: before, end: first.time, others: 1),
                    Window(start: before, end: last.time, others: newer.count),
                    Window(start: latest?.start, end: first.time, others: 1 + (latest?.count ?? 0)),
                ],
                receivedAt: delivery.receivedAt
            )
        }
        if let before {
            for fix in fixes where Self.isBehind(fix.time, before) {
                isWhole = false
                if isKnown(fix.time, before, until: last.time, delivery) {
                    found.append(fix)
                } else {
                    add(fix, before, delivery)
                }
            }
        }
        if !newer.isEmpty {
            // These were taken at any time up to the newest of this delivery.
            found += close(
                in: [Window(start: before, end: last.time, others: newer.count)],
                receivedAt: delivery.receivedAt
            )
        }
        for fix in newer { found += move(to: fix.time, receivedAt: delivery.receivedAt) }
        // The fixes of a second clock are missing in the intervals of such a delivery.
        if !isWhole { intervals = known }
        return found
    }

    /// Records a delivery in the order in which its fixes were taken.
    private mutating func observe(mixed fixes: [FixKey], _ delivery: Delivery) -> [FixKey] {
        var found: [FixKey] = []
        for fix in fixes {
            guard let before = front, fix.time <= before else {
                found += move(to: fix.time, receivedAt: delivery.receivedAt)
                continue
            }
            guard Self.isBehind(fix.time, before) else { continue }
            if isKnown(fix.time, before, until: before, delivery) {
                found.append(fix)
            } else {
                add(fix, before, delivery)
            }
        }
        return found
    }

    /// Moves the front to a newer fix; returns the fixes of the second clock where that is evident now.
    private mutating func move(to time: Timestamp, receivedAt: Timestamp) -> [FixKey] {
        guard let before = front else {
            (front, gaps) = (time, [Gap(start: nil, end: time)])
            return []
        }
        let isBehind = group != nil
        var found: [FixKey] = []
        if isBehind {
            let windows = [
                Window(start: before, end: time, others: 1),
                Window(start: latest?.start, end: time, others: 1 + (latest?.count ?? 0)),
            ]
            found = close(in: windows, receivedAt: receivedAt)
        }
        let step = time.milliseconds - before.milliseconds
        if step >= Self.leastLag {
            gaps.removeAll { time.milliseconds - $0.end.milliseconds > Self.greatestLag }
            if gaps.count == Self.gapLimit { gaps.removeFirst() }
            gaps.append(Gap(start: before, end: time))
        } else if !isBehind || run == nil && found.isEmpty {
            if intervals.count == Self.intervalLimit { intervals.removeFirst() }
            intervals.append(step)
        }
        front = time
        return found
    }

    /// Whether a fix is behind by the known difference: it may have been taken after the newest one before it, and at
    /// most a quarter of an hour, or the delivery's newest fix, later.
    private mutating func isKnown(
        _ time: Timestamp,
        _ front: Timestamp,
        until newest: Timestamp,
        _ delivery: Delivery
    ) -> Bool {
        guard let lag = known else { return false }
        guard front.milliseconds - lag.provenAt.milliseconds <= Self.lifetime else {
            known = nil
            return false
        }
        let latest = min(
            max(newest.milliseconds, front.milliseconds + Self.longestWait),
            delivery.receivedAt.milliseconds
        )
        let (least, greatest) = (lag.milliseconds.lowerBound - Self.slack, lag.milliseconds.upperBound + Self.slack)
        guard time.milliseconds + greatest >= front.milliseconds, time.milliseconds + least <= latest else {
            return false
        }
        known?.provenAt = front
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
    ///
    /// Returns the fixes of the second clock where that is evident now.
    private mutating func close(in windows: [Window], receivedAt: Timestamp) -> [FixKey] {
        guard let group else { return [] }
        self.group = nil
        let possible = windows.lazy.compactMap { window in window.lag(of: group).map { (window: window, lag: $0) } }
            .first
        guard group.isPossible, let (window, lag) = possible, !isKept(group, window) else {
            run = nil
            return []
        }
        // A group that shows the difference roughly is no evidence for it, but may be one against it.
        guard lag.upperBound - lag.lowerBound <= Self.leastPrecision else {
            if run.map({ !$0.lag.overlaps(lag) }) ?? false { run = nil }
            return []
        }
        let time = window.end
        let isFresh = receivedAt.milliseconds - time.milliseconds <= Self.longestWait
        let mayBeKept = fillsGap(group)
        guard var joined = run, group.oldest > joined.newest, joined.lag.overlaps(lag) else {
            run = Run(
                lag: lag,
                groups: 1,
                isFresh: isFresh,
                mayBeKept: mayBeKept,
                newest: group.newest,
                fixes: group.fixes
            )
            return []
        }
        joined.lag = joined.lag.clamped(to: lag)
        joined.groups += 1
        joined.isFresh = joined.isFresh && isFresh
        joined.mayBeKept = joined.mayBeKept || mayBeKept
        joined.newest = group.newest
        joined.fixes += group.fixes.prefix(Self.fixLimit - joined.fixes.count)
        run = joined
        guard joined.isEvident else { return [] }
        known = Lag(milliseconds: joined.lag, provenAt: time)
        run = nil
        return joined.fixes
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
    fileprivate var inOrder: [ClockAlternation.FixKey] {
        guard let newest = fixes.lazy.map(\.time).max() else { return [] }
        let recent = fixes.lazy.map(\.time).filter { !ClockAlternation.isBehind($0, newest) }
        let rising = zip(recent, recent.dropFirst()).reduce(0) { $0 + ($1.0 <= $1.1 ? 1 : -1) }
        return rising < 0 ? fixes.reversed() : fixes
    }
}

extension [ClockAlternation.FixKey] {
    fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0.time <= $1.time } }
}
