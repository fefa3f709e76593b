public import PhoneOS
public import VisitModel

/// The fences that Google Play services monitor for one app (`GeofencingClient`).
///
/// A value: the simulated phone passes it fixes and times, and it returns deliveries with their times. It schedules
/// nothing itself; read `nextWake` after every call, and call `wake` then.
///
/// It does not know the state of the app. The phone must drop a delivery that is due while the phone is off or the app
/// is force-stopped, and one of a fence that was removed meanwhile.
public struct AndroidGeofences: Hashable, Sendable {
    /// All parameters of its behaviour; a change applies from the next call on.
    public var profile: AndroidGeofenceProfile

    /// The fences in the order in which their ids were first added.
    var fences: [AndroidFence] = []
    /// The times of the calls of `add` that were accepted in the last 60 seconds.
    var additions: [Timestamp] = []
    var lastFix: SystemFix?
    /// The last delivery time of each fence, which a later transition must not overtake.
    var lastDue: [RegionID: Timestamp] = [:]

    /// Creates a service without fences.
    public init(profile: AndroidGeofenceProfile = AndroidGeofenceProfile()) {
        self.profile = profile
    }

    /// The ids of the fences, in the order in which they were first added.
    ///
    /// For the simulator's own view; Android provides no such list to apps.
    public var registered: [RegionID] { fences.map(\.request.id) }

    /// Returns whether a fence is registered.
    public func watches(_ id: RegionID) -> Bool { fences.contains { $0.request.id == id } }

    /// Returns the state of a fence, for the simulator's own view; `nil` if it is not registered.
    ///
    /// In the satellite model the state becomes unknown after some time without a decision.
    public func state(of id: RegionID, at time: Timestamp) -> RegionState? {
        guard let fence = fences.first(where: { $0.request.id == id }) else { return nil }
        return isUncertain(fence, at: time) ? .unknown : fence.tracker.side
    }

    /// Returns whether the satellite model has lost a fence's state; no other model loses one.
    func isUncertain(_ fence: AndroidFence, at time: Timestamp) -> Bool {
        profile.decision == .gnss95 && fence.tracker.isUncertain(at: time, after: profile.uncertainAfterSeconds)
    }
}

extension AndroidGeofences {
    /// Groups the transitions decided at one time into deliveries, exits before enters before dwells.
    ///
    /// One delay is drawn for each delivery. A transition of a fence is delivered strictly after every earlier one of
    /// the same fence. No delivery comes before `now`, which is later than `decided` if a timer ran late.
    mutating func deliver(
        _ findings: [AndroidFinding],
        decidedAt decided: Timestamp,
        now: Timestamp,
        fix: SystemFix?,
        conditions: RegionConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard !findings.isEmpty else { return [] }
        lastDue = lastDue.filter { $0.value >= now }
        var deliveries: [RegionDelivery] = []
        for transition in [RegionTransition.exit, .enter, .dwell] {
            var rest = findings.filter { $0.transition == transition }
            while let channel = rest.first?.channel {
                let ids = rest.filter { $0.channel == channel }.map(\.id)
                rest.removeAll { $0.channel == channel }
                var due = profile.latencies.due(
                    from: now,
                    responsivenessSeconds: channel.responsivenessSeconds,
                    in: conditions,
                    generator: &generator
                )
                if let last = ids.compactMap({ lastDue[$0] }).max() {
                    due = max(due, last.advanced(bySeconds: 0.001))
                }
                for id in ids { lastDue[id] = due }
                deliveries.append(
                    RegionDelivery(ids: ids, transition: transition, decidedAt: decided, dueAt: due, fix: fix)
                )
            }
        }
        return deliveries
    }
}

extension AndroidGeofences {
    /// Removes the fences if the loss does so, and returns whether any was lost.
    ///
    /// Google, "Create and monitor geofences", "Re-register geofences only when required". That list does not mention
    /// an update of the app, which `AndroidGeofenceProfile.losesOnAppUpdate` decides. Removed Play services have lost
    /// all state, as after clearing their data. A forced stop removes no fence.
    @discardableResult
    public mutating func wipe(for loss: SystemNote.Loss) -> Bool {
        guard profile.losesFences(on: loss) else { return false }
        if loss == .reboot {
            // The system's own state is lost as well.
            lastFix = nil
            additions = []
        }
        defer { fences = [] }
        return !fences.isEmpty
    }
}

extension AndroidGeofenceProfile {
    /// Returns whether an event removes an app's fences.
    public func losesFences(on loss: SystemNote.Loss) -> Bool {
        switch loss {
        case .reboot, .uninstall, .appDataCleared, .playDataCleared, .locationOff, .playServicesMissing: true
        case .appUpdate: losesOnAppUpdate
        }
    }
}

extension AndroidGeofences {
    /// Processes a fix of the phone's own positioning.
    ///
    /// Timers that were due before it run first. A fix older than the last is ignored. Exits are delivered before
    /// enters before dwells; fences with the same transition, pending intent and responsiveness share a delivery.
    public mutating func process(
        _ fix: SystemFix,
        conditions: RegionConditions,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        if let lastFix, fix.time < lastFix.time { return [] }
        var deliveries = wake(at: fix.time, conditions: conditions, generator: &generator)
        lastFix = fix
        let point = EarthPoint(fix.coordinate)
        var findings: [AndroidFinding] = []
        for index in fences.indices
        where fences[index].addedAt <= fix.time && !fences[index].staysOutside(fix, at: point) {
            findings += decide(index, from: fix, at: point, time: fix.time)
        }
        deliveries += deliver(
            findings,
            decidedAt: fix.time,
            now: fix.time,
            fix: fix,
            conditions: conditions,
            generator: &generator
        )
        return deliveries
    }

    /// Evaluates one fence with one fix and returns its transitions to report, in order.
    ///
    /// The time of the decision is the fix's timestamp, or the addition of the fence if that was later.
    mutating func decide(_ index: Int, from fix: SystemFix, at point: EarthPoint, time: Timestamp) -> [AndroidFinding] {
        let fence = fences[index]
        let measurement = fence.measurement(to: point, accuracyMeters: fix.accuracyMeters)
        let reported = fences[index].tracker.update(
            profile.side(of: measurement),
            at: time,
            for: fence.request,
            by: profile.decision
        )
        return reported.map { AndroidFinding(fence, $0) }
    }
}
