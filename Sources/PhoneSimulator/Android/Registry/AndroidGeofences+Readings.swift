internal import PhoneOS
internal import VisitModel

extension AndroidGeofences {
    /// Takes a reading of the phone's own positioning.
    ///
    /// Timers that were due before it go first. A reading older than the last is ignored.
    ///
    /// - Parameters:
    ///   - reading: the reading.
    ///   - surroundings: how the phone is at the moment.
    ///   - generator: where delays are drawn from.
    /// - Returns: what is to be delivered, exits before enters before dwells; fences that had the same transition, and have
    ///   the same pending intent and responsiveness, together.
    public mutating func take(
        _ reading: SystemReading,
        surroundings: RegionSurroundings,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        if let lastReading, reading.time < lastReading.time { return [] }
        var deliveries = wake(at: reading.time, surroundings: surroundings, generator: &generator)
        lastReading = reading
        let point = EarthPoint(reading.coordinate)
        var findings: [AndroidFinding] = []
        for index in fences.indices
        where fences[index].addedAt <= reading.time && !fences[index].staysOutside(reading, at: point) {
            findings += decide(index, from: reading, at: point, time: reading.time)
        }
        deliveries += deliver(
            findings,
            decidedAt: reading.time,
            now: reading.time,
            reading: reading,
            surroundings: surroundings,
            generator: &generator
        )
        return deliveries
    }

    /// What one reading says about one fence.
    ///
    /// - Parameters:
    ///   - index: which fence.
    ///   - reading: the reading.
    ///   - point: where that is.
    ///   - time: when it decides: when it was taken, or when the fence was added for one taken before.
    /// - Returns: what is to be told of that fence, in order.
    mutating func decide(
        _ index: Int,
        from reading: SystemReading,
        at point: EarthPoint,
        time: Timestamp
    ) -> [AndroidFinding] {
        let fence = fences[index]
        let measurement = fence.measurement(to: point, accuracyMeters: reading.accuracyMeters)
        let told = fences[index].tracker.take(
            profile.side(of: measurement),
            at: time,
            for: fence.request,
            by: profile.decision
        )
        return told.map { AndroidFinding(fence, $0) }
    }
}
