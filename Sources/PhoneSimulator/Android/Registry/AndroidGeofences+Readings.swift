public import PhoneOS
internal import VisitModel

extension AndroidGeofences {
    /// Processes a fix of the phone's own positioning.
    ///
    /// Timers that were due before it run first. A fix older than the last is ignored.
    ///
    /// - Parameters:
    ///   - reading: the fix.
    ///   - surroundings: the current situation of the phone.
    ///   - generator: the source of random delays.
    /// - Returns: the deliveries, exits before enters before dwells; fences with the same transition, pending intent
    ///   and responsiveness share one.
    public mutating func process(
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

    /// Evaluates one fence with one fix.
    ///
    /// - Parameters:
    ///   - index: the index of the fence.
    ///   - reading: the fix.
    ///   - point: the position of the fix.
    ///   - time: the time of the decision: the fix's timestamp, or the addition of the fence if that was later.
    /// - Returns: the transitions of that fence to report, in order.
    mutating func decide(
        _ index: Int,
        from reading: SystemReading,
        at point: EarthPoint,
        time: Timestamp
    ) -> [AndroidFinding] {
        let fence = fences[index]
        let measurement = fence.measurement(to: point, accuracyMeters: reading.accuracyMeters)
        let told = fences[index].tracker.update(
            profile.side(of: measurement),
            at: time,
            for: fence.request,
            by: profile.decision
        )
        return told.map { AndroidFinding(fence, $0) }
    }
}
