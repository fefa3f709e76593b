internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The estimate of a device's clock, and the part of it that is stored.
///
/// It belongs to the device and not to its timeline: late input restores an earlier state of the timeline, but never an
/// earlier clock.
struct DeviceClock: Sendable {
    var estimate = ClockEstimate()
    /// The errors of the stored estimate, by period.
    private var storedErrors: [ClockEstimate.ClockError] = []

    init() {}

    /// Throws `DeviceEngineError` with code `damagedState`.
    init(_ stored: StoredClock) throws(DeviceEngineError) {
        estimate = try ClockEstimate(stored: stored.state)
        storedErrors = estimate.periods.map(\.error)
    }

    /// Whether the errors differ from the stored ones; new evidence for the same errors can wait.
    var hasChanged: Bool { estimate.periods.map(\.error) != storedErrors }

    /// Returns the estimate for the next commit, and counts it as stored; `nil` before the first delivery with a
    /// receive time.
    mutating func markStored() -> StoredClock? {
        storedErrors = estimate.periods.map(\.error)
        guard estimate != ClockEstimate() else { return nil }
        let current = estimate.current
        return StoredClock(
            offsetMilliseconds: current.offsetMilliseconds == 0 ? nil : current.offsetMilliseconds,
            seemsBehind: current.seemsBehind,
            state: estimate.encoded()
        )
    }
}
