public import VisitModel

extension BackgroundTracking {
    /// Adds geofences; one replaces a stored geofence of the same name.
    ///
    /// Allowed before `ready`.
    public mutating func addGeofences(_ records: [TrackedGeofence], at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = [.saveGeofences]
        follow(geofences.add(records, at: time), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Removes the named geofences, or all of them for `nil`.
    ///
    /// Allowed before `ready`.
    public mutating func removeGeofences(_ identifiers: [String]?, at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = [.saveGeofences]
        follow(geofences.remove(identifiers, at: time), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Processes a transition of regions that the system reported.
    mutating func crossed(
        _ action: GeofenceCrossing.Action,
        _ regions: [String],
        _ fix: Fix?,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        if let fix, state.lastFix.map({ fix.time >= $0.time }) ?? true { state.lastFix = fix }
        if regions.contains(TrackedRegion.stationaryID), action == .exit { leftPlace(at: time, &effects) }
        let fences = regions.filter { $0 != TrackedRegion.stationaryID }
        if !fences.isEmpty { follow(geofences.process(action, of: fences, fix: fix, at: time), at: time, &effects) }
        if let fix { process(fix, .region, at: time, &effects) }
    }

    /// Resumes the monitoring of geofences from the state of the previous process.
    mutating func goOnWithGeofences(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard state.isEnabled else { return }
        let monitored = process.facts.monitoredRegions
        if state.didDeviceReboot {
            follow(geofences.reboot(at: time), at: time, &effects)
        } else if process.launch == .replaced {
            follow(geofences.update(monitored: monitored, at: time), at: time, &effects)
        } else if let monitored {
            follow(geofences.reconcile(with: monitored, at: time), at: time, &effects)
        }
    }

    /// Applies a geofencing step: first the requests to the phone, then the events.
    mutating func follow(_ step: GeofencingStep, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard !step.isEmpty else { return }
        effects.append(.saveGeofences)
        if !step.removed.isEmpty || !step.added.isEmpty || !step.asked.isEmpty {
            effects.append(.geofenceRegions(removed: step.removed, added: step.added, asked: step.asked))
        }
        if let change = step.change { emit(.geofencesChange(change), &effects) }
        for occurrence in step.occurrences {
            var position = (occurrence.fix ?? state.lastFix).map { location($0, .geofence, at: time) }
            position?.geofence = occurrence.crossing
            emit(.geofence(occurrence, position), &effects)
            if let position { effects.append(.store(position, .record, isForced: false)) }
        }
        for refusal in step.refusals { emit(.geofenceRefused(refusal), &effects) }
    }
}

extension MonitoredGeofences.Mode {
    /// The geofencing mode that corresponds to a tracking mode.
    init(_ mode: TrackingState.Mode) { self = mode == .location ? .withLocations : .geofencesOnly }
}
