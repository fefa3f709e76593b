internal import DeviceEngine
package import GeofenceEngine
internal import VisitModel

/// The estimate of a device's clock, and the part of it that is stored.
///
/// It belongs to the device and not to its timeline: late input restores an earlier state of the timeline, but never an
/// earlier clock.
package struct DeviceClock: Sendable {
    package var estimate = ClockEstimate()
    /// The errors of the stored estimate, by period.
    private var storedErrors: [ClockEstimate.ClockError] = []
    /// Whether the device seemed to have a second clock when the estimate was stored.
    private var storedSecondClock = false

    init() {}

    /// Throws `DeviceEngineError` with code `damagedState`.
    init(_ stored: StoredClock) throws(DeviceEngineError) {
        estimate = try ClockEstimate(stored: stored.state)
        markEqual()
    }

    /// Whether the errors differ from the stored ones; new evidence for the same errors can wait.
    var hasChanged: Bool {
        storedSecondClock != estimate.alternation.seemsPresent || storedErrors.count != estimate.periods.count
            || zip(storedErrors, estimate.periods).contains { $0 != $1.error }
    }

    private mutating func markEqual() {
        storedErrors = estimate.periods.map(\.error)
        storedSecondClock = estimate.alternation.seemsPresent
    }

    /// Returns the estimate for the next commit, and counts it as stored; `nil` before the first delivery with a
    /// receive time.
    mutating func markStored() -> StoredClock? {
        markEqual()
        guard estimate != ClockEstimate() else { return nil }
        let current = estimate.current
        return StoredClock(
            offsetMilliseconds: current.offsetMilliseconds == 0 ? nil : current.offsetMilliseconds,
            seemsBehind: current.seemsBehind || estimate.alternation.seemsPresent,
            state: estimate.encoded()
        )
    }
}
