public import PhoneOS
public import VisitModel

extension IOSRegions {
    /// Processes a fix of the system's positioning.
    ///
    /// The position is used regardless of its accuracy: field reports have exits decided by fixes that were kilometres
    /// off. Only a fix with a negative or NaN accuracy, which is invalid in `CLLocation`, or one that is not newer than
    /// the last is ignored.
    ///
    /// Leaving requires a fix farther from the edge than `IOSRegionProfile.bufferMeters`. Entering requires a fix as
    /// far inside, but at most `IOSRegionProfile.enterBufferShare` of the radius, so that small regions can be entered.
    /// Fixes must be there for `IOSRegionProfile.holdSeconds`; one that is not, even between edge and buffer, restarts
    /// the hold. A hold that ended before this fix is decided first, as by `wake`.
    ///
    /// If the conditions of the app do not allow monitoring, the fix is ignored and holds restart. There is one delivery
    /// for each region, as Core Location calls for each region, in the order of decisions and then of additions.
    public mutating func process(
        _ fix: SystemFix,
        isConnected: Bool,
        conditions: IOSConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard isWatching(conditions) else {
            forgetPosition()
            return []
        }
        guard fix.accuracyMeters >= 0, fixesUntil.map({ $0 < fix.time }) ?? true else { return [] }
        fixesUntil = fix.time
        lastFix = fix
        let held = resolveHolds(isConnected: isConnected, generator: &generator) { $0 < fix.time }
        let point = EarthPoint(fix.coordinate)
        let decided = watched.indices.filter { index in
            watched[index].update(point, at: fix.time, holdSeconds: profile.holdSeconds)
        }
        return held
            + deliveries(for: decided, at: fix.time, by: fix, isConnected: isConnected, generator: &generator)
    }

    /// The time of the next decision without a further fix; `nil` while no crossing has begun.
    public var nextWake: Timestamp? {
        var next: Timestamp?
        for index in watched.indices {
            guard let end = watched[index].holdEnd(holdSeconds: profile.holdSeconds) else { continue }
            next = min(next ?? end, end)
        }
        return next
    }

    /// Advances the clock: a crossing of which the hold is over is decided.
    ///
    /// Call it at `nextWake`, and after every change of the conditions with the new ones: a hold does not survive a
    /// time in which monitoring is not allowed. A time before `nextWake` decides nothing. There is one delivery for
    /// each region, decided at the end of its hold without a fix.
    public mutating func wake(
        at time: Timestamp,
        isConnected: Bool,
        conditions: IOSConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard isWatching(conditions) else {
            forgetPosition()
            return []
        }
        return resolveHolds(isConnected: isConnected, generator: &generator) { $0 <= time }
    }

    /// Decides the crossings of which the hold has ended, in the order of the ends.
    private mutating func resolveHolds(
        isConnected: Bool,
        generator: inout SeededGenerator,
        where isOver: (Timestamp) -> Bool
    ) -> [RegionDelivery] {
        var decidedDeliveries: [RegionDelivery] = []
        while let end = nextWake, isOver(end) {
            let decided = watched.indices.filter { index in
                watched[index].holdEnd(holdSeconds: profile.holdSeconds) == end
            }
            decidedDeliveries += deliveries(
                for: decided,
                at: end,
                by: nil,
                isConnected: isConnected,
                generator: &generator
            )
        }
        return decidedDeliveries
    }

    /// Applies decided crossings; those decided together share one delay.
    private mutating func deliveries(
        for indices: [Int],
        at time: Timestamp,
        by fix: SystemFix?,
        isConnected: Bool,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard !indices.isEmpty else { return [] }
        let delay = profile.latency.draw(isConnected: isConnected, generator: &generator)
        let dueAt = time.advanced(bySeconds: delay)
        return indices.compactMap { index in
            guard let transition = watched[index].cross() else { return nil }
            // Two transitions of one region never overtake each other.
            let inOrder = watched[index].lastDueAt.map { max($0, dueAt) } ?? dueAt
            watched[index].lastDueAt = inOrder
            return RegionDelivery(
                ids: [watched[index].request.id],
                transition: transition,
                decidedAt: time,
                dueAt: inOrder,
                fix: fix
            )
        }
    }
}
