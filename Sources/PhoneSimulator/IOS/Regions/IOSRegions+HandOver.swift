internal import PhoneOS

/// What becomes of a delivery when it is due.
public enum IOSHandOver: Hashable, Sendable, CaseIterable {
    /// The app gets it now, and is started for it where it does not run.
    case now
    /// The app gets it after the first unlock since the reboot.
    case afterUnlock
    /// The app never gets it.
    case never
}

extension IOSRegions {
    /// What becomes of a delivery that is due.
    ///
    /// Between decision and delivery the world can change: the region may be gone or be a new one of the same name, the
    /// member may have taken the permission back, the phone may have been started anew. What was decided before a
    /// reboot waits for the first unlock; what the app may not know any more is dropped, and the next transition that
    /// it hears may then be the same as the last. That permission is looked at again is our assumption.
    ///
    /// - Parameters:
    ///   - delivery: what `take` or `wake` returned.
    ///   - conditions: how the app stands at the time it is due.
    /// - Returns: whether to tell the app, now or later.
    public func handOver(of delivery: RegionDelivery, conditions: IOSConditions) -> IOSHandOver {
        let isCurrent = delivery.ids.allSatisfy { id in
            // A region's first reading decides in silence, so its own decisions come after its addition.
            watched.contains { $0.request.id == id && $0.addedAt < delivery.decidedAt }
        }
        guard isCurrent, conditions.allowsRegionMonitoring else { return .never }
        return isWatching(conditions) ? .now : .afterUnlock
    }
}
