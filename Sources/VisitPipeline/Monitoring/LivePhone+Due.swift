package import VisitModel

extension LivePhone {
    /// When something has to be decided although nothing comes from the phone; `nil` for never.
    ///
    /// A stay falls silent then, or an entry that nothing contradicted is told: `pass(to:)` decides it.
    ///
    /// - Returns: the time, which may be past.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package mutating func due() throws -> Timestamp? {
        if let due = unwritten?.due(policy) { return due.time }
        return try currentTimeline()?.nextDue(policy)
    }

    /// Lets time pass without anything from the phone.
    ///
    /// - Parameter time: now; earlier than what came last is taken as that.
    /// - Returns: what was not told before, in order.
    /// - Throws: as `take(_:observedAt:)`.
    package mutating func pass(to time: Timestamp) throws -> [GeofenceEvent] {
        try take([.passed(at: time)], observedAt: time)
    }
}
