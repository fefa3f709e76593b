internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// What is known of a device's clock, and how much of it is stored.
///
/// It belongs to the device and not to its timeline: late input goes back to an earlier state of the timeline, and never to
/// an earlier clock.
struct DeviceClock: Sendable {
    /// What is known.
    var estimate = ClockEstimate()
    /// What held in the stored estimate, by period.
    private var storedReadings: [ClockEstimate.Reading] = []

    /// Begins with a clock that nothing is known of.
    init() {}

    /// Restores a stored estimate.
    ///
    /// - Throws: `VisitPipelineError` with code `damagedState`.
    init(_ stored: StoredClock) throws(VisitPipelineError) {
        estimate = try ClockEstimate(stored: stored.state)
        storedReadings = estimate.periods.map(\.reading)
    }

    /// Whether something else holds than what is stored; what only proves it again can wait for the next commit.
    var hasChanged: Bool { estimate.periods.map(\.reading) != storedReadings }

    /// The estimate as the store keeps it, with the next commit.
    ///
    /// - Returns: `nil` before the first delivery with a receive time.
    mutating func stored() -> StoredClock? {
        storedReadings = estimate.periods.map(\.reading)
        guard estimate != ClockEstimate() else { return nil }
        let current = estimate.current
        return StoredClock(
            offsetMilliseconds: current.offsetMilliseconds == 0 ? nil : current.offsetMilliseconds,
            seemsBehind: current.seemsBehind,
            state: estimate.encoded()
        )
    }
}
