internal import PhoneOS
public import VisitModel

extension IOSRegions {
    /// Hears a reading of the system's positioning.
    ///
    /// The point counts as it is, whatever its accuracy: field reports have exits decided by readings that were
    /// kilometres off. Only a reading with an accuracy that is negative or no number is passed over, as `CLLocation`'s
    /// are, and so is one that is not newer than the last.
    ///
    /// Leaving takes a reading farther from the edge than `IOSRegionProfile.bufferMeters`. Entering takes a reading as
    /// far inside of it, but no farther than `IOSRegionProfile.enterBufferShare` of the radius, so that small regions
    /// can be entered. Readings have to lie there for `IOSRegionProfile.holdSeconds`; one that does not, even between
    /// edge and buffer, starts the wait anew. A hold that ended before this reading is decided first, as `wake` does.
    ///
    /// - Parameters:
    ///   - reading: where the phone believes to be, and when.
    ///   - surroundings: whether there is a connection; the rest is not looked at on iOS.
    ///   - conditions: how the app stands; where nothing may be watched, the reading is lost and holds begin anew.
    ///   - generator: where the delays come from.
    /// - Returns: one delivery for each region, as Core Location calls for each region, in the order of decisions and
    ///   then of additions.
    public mutating func take(
        _ reading: SystemReading,
        surroundings: RegionSurroundings,
        conditions: IOSConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard isWatching(conditions) else {
            forgetPosition()
            return []
        }
        guard reading.accuracyMeters >= 0, heardUntil.map({ $0 < reading.time }) ?? true else { return [] }
        heardUntil = reading.time
        lastReading = reading
        let held = settleHolds(surroundings: surroundings, generator: &generator) { $0 < reading.time }
        let point = EarthPoint(reading.coordinate)
        let decided = watched.indices.filter { index in
            watched[index].hear(point, at: reading.time, holdSeconds: profile.holdSeconds)
        }
        return held
            + deliveries(for: decided, at: reading.time, by: reading, surroundings, generator: &generator)
    }

    /// When the system decides next without a further reading; `nil` while no crossing has begun.
    public var nextWake: Timestamp? {
        var next: Timestamp?
        for index in watched.indices {
            guard let end = watched[index].holdEnd(holdSeconds: profile.holdSeconds) else { continue }
            next = min(next ?? end, end)
        }
        return next
    }

    /// Lets time pass: a crossing whose hold is over is decided, where no reading spoke against it.
    ///
    /// Call it at `nextWake`, and after every change of the conditions with the new ones: a hold does not outlast a time
    /// in which nothing may be watched.
    ///
    /// - Parameters:
    ///   - time: now; earlier than `nextWake` decides nothing.
    ///   - surroundings: whether there is a connection; the rest is not looked at on iOS.
    ///   - conditions: how the app stands.
    ///   - generator: where the delays come from.
    /// - Returns: one delivery for each region, decided at the end of its hold by no reading.
    public mutating func wake(
        at time: Timestamp,
        surroundings: RegionSurroundings,
        conditions: IOSConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard isWatching(conditions) else {
            forgetPosition()
            return []
        }
        return settleHolds(surroundings: surroundings, generator: &generator) { $0 <= time }
    }

    /// Decides the crossings whose hold has ended, in the order of the ends.
    private mutating func settleHolds(
        surroundings: RegionSurroundings,
        generator: inout SeededGenerator,
        where isOver: (Timestamp) -> Bool
    ) -> [RegionDelivery] {
        var settled: [RegionDelivery] = []
        while let end = nextWake, isOver(end) {
            let decided = watched.indices.filter { index in
                watched[index].holdEnd(holdSeconds: profile.holdSeconds) == end
            }
            settled += deliveries(for: decided, at: end, by: nil, surroundings, generator: &generator)
        }
        return settled
    }

    /// Takes crossings for decided; those decided together are late together, as one delay of the phone.
    private mutating func deliveries(
        for indices: [Int],
        at time: Timestamp,
        by reading: SystemReading?,
        _ surroundings: RegionSurroundings,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard !indices.isEmpty else { return [] }
        let delay = profile.latency.draw(isConnected: surroundings.isConnected, generator: &generator)
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
                reading: reading
            )
        }
    }
}
