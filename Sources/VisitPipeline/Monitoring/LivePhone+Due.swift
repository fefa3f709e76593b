internal import DeviceEngine
package import VisitModel

extension LivePhone {
    /// Returns the time at which the passage of time alone may change something; `nil` for never.
    ///
    /// At that time a stay times out or an uncontradicted entry is recorded; `advance(to:)` evaluates it.
    ///
    /// - Returns: the time, which may be in the past.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    package mutating func due() throws -> Timestamp? {
        if let due = unwritten?.due(policy) { return due.time }
        return try currentTimeline()?.nextDue(policy)
    }

    /// Advances the clock without an input of the phone.
    ///
    /// - Parameter time: the current time; the time of the last input where that is later.
    /// - Returns: the new events, in order.
    /// - Throws: as `ingest(_:observedAt:)`.
    package mutating func advance(to time: Timestamp) throws -> [GeofenceEvent] {
        try report([.passed(at: time)], observedAt: time)
    }
}
