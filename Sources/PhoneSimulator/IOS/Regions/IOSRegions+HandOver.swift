public import PhoneOS

/// The outcome of a delivery that is due.
public enum IOSDeliveryOutcome: Hashable, Sendable, CaseIterable {
    /// The app receives it now, and is launched for it if it is not running.
    case now
    /// The app receives it after the first unlock since the reboot.
    case afterUnlock
    /// The app never receives it.
    case never
}

extension IOSRegions {
    /// Returns the outcome of a delivery that is due.
    ///
    /// The situation may change between decision and delivery: the region may be removed or replaced by a new one of
    /// the same name, the permission may be revoked, the phone may be rebooted. A transition that was decided before a
    /// reboot waits for the first unlock. One that the app may no longer receive is dropped, and the next transition
    /// that it receives may then be the same as the last. That the permission is checked again is an assumption.
    ///
    /// - Parameters:
    ///   - delivery: a result of `take` or `wake`.
    ///   - conditions: the conditions of the app when it is due.
    /// - Returns: whether the app receives it, now or later.
    public func outcome(of delivery: RegionDelivery, conditions: IOSConditions) -> IOSDeliveryOutcome {
        let isCurrent = delivery.ids.allSatisfy { id in
            // A region's first fix decides without a report, so its own decisions come after its addition.
            watched.contains { $0.request.id == id && $0.addedAt < delivery.decidedAt }
        }
        guard isCurrent, conditions.allowsRegionMonitoring else { return .never }
        return isWatching(conditions) ? .now : .afterUnlock
    }
}
