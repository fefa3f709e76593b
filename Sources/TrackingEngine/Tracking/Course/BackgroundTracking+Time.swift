public import VisitModel

extension BackgroundTracking {
    /// Advances the clock: runs everything that was due until this time.
    mutating func advance(to time: Timestamp, _ effects: inout [TrackingEffect]) {
        if detectsMotion { follow(motion.advance(to: time, rules), at: time, &effects) }
        endRequests(at: time, &effects)
        // Requested after the previous input: computing it again would cost more than the input itself.
        if let due = process.desiredState.times[.geofences], due <= time {
            follow(geofences.tick(at: time), at: time, &effects)
        }
        if let due = stopAfterElapsed, due <= time { stopByHand(at: time, &effects) }
        if let due = heartbeatDue(at: time), due <= time { beat(at: time, &effects) }
    }

    /// When tracking ends by itself; `nil` for never.
    var stopAfterElapsed: Timestamp? {
        guard state.isEnabled, let start = state.startedAt, let elapsed = effective.stopAfterElapsed else {
            return nil
        }
        return start.advanced(by: elapsed)
    }

    /// When the next heartbeat is due; `nil` where there are none.
    ///
    /// Heartbeats run while the app is in the background and the phone is stationary. iOS holds them back from two
    /// minutes after the app went to the background, while the phone is not charging, its screen is off, and nothing
    /// moves. Transistor, AppConfig.heartbeatInterval and preventSuspend.
    func heartbeatDue(at time: Timestamp) -> Timestamp? {
        guard state.isEnabled, !isMoving, process.facts.app == .background,
            let interval = effective.heartbeatInterval
        else { return nil }
        let due = max(process.lastHeartbeat ?? process.facts.appSince, process.facts.appSince).advanced(by: interval)
        return isThrottled(at: max(due, time)) ? nil : due
    }

    private func isThrottled(at time: Timestamp) -> Bool {
        guard platform == .ios, !process.facts.isCharging, !process.facts.isScreenOn else { return false }
        let awake = max(process.facts.appSince, process.lastMovement ?? process.facts.appSince)
        return awake.seconds(to: time) > Self.throttleSeconds
    }

    private static let throttleSeconds = 120.0

    /// Emits a heartbeat with the last known location; location services are not touched.
    private mutating func beat(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        process.lastHeartbeat = time
        let last = state.lastFix.map { location($0, .heartbeat, at: time) }
        emit(.heartbeat(last), &effects)
    }

    /// Requests the changes between the previous and the current desired phone state.
    mutating func requestChanges(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let needs = state.isEnabled ? geofences.needs : GeofencingNeeds()
        let desired = desiredState(at: time, needs)
        let old = process.desiredState
        process.desiredState = desired
        effects += desired.changes(from: old, config: config, exactSchedule: effective.isScheduleExact)
        if old.wantsFixes != desired.wantsFixes { debug(desired.wantsFixes ? .locationOn : .locationOff, &effects) }
        if needs.fix, !process.awaitsGeofenceFix { effects.append(.requestFix) }
        process.awaitsGeofenceFix = needs.fix
        if geofences.watches != process.keptWatches { effects.append(.saveGeofences) }
        // Assigned even where they are equal: shared storage compares as equal without comparing the elements.
        process.keptWatches = geofences.watches
        saveOnce(at: time, &effects)
    }

    /// Reduces repeated saves to one of each kind, at the end.
    private mutating func saveOnce(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        var (savesState, savesGeofences) = (false, false)
        effects.removeAll { effect in
            switch effect {
            case .save:
                savesState = true
                return true
            case .saveGeofences:
                savesGeofences = true
                return true
            default: return false
            }
        }
        if savesGeofences { effects.append(.saveGeofences) }
        guard savesState else { return }
        process.savedAt = time
        effects.append(.save)
    }

    /// Adds geofences; one replaces a stored geofence of the same name.
    ///
    /// Allowed before `ready`.
    public mutating func addGeofences(_ records: [TrackedGeofence], at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = [.saveGeofences]
        follow(geofences.add(records, at: time), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Removes the named geofences, or all of them for `nil`; allowed before `ready`.
    public mutating func removeGeofences(_ identifiers: [String]?, at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = [.saveGeofences]
        follow(geofences.remove(identifiers, at: time), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

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
            follow(geofences.reboot(), at: time, &effects)
        } else if process.launch == .replaced {
            follow(geofences.update(monitored: monitored), at: time, &effects)
        } else if let monitored {
            follow(geofences.reconcile(with: monitored), at: time, &effects)
        }
    }

    /// Applies a geofencing step: first the requests to the phone, then the events.
    mutating func follow(_ step: GeofencingStep, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard !step.isEmpty else { return }
        effects.append(.saveGeofences)
        if !step.removed.isEmpty || !step.added.isEmpty || !step.stateRequests.isEmpty {
            effects.append(
                .geofenceRegions(removed: step.removed, added: step.added, stateRequests: step.stateRequests)
            )
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
    init(_ mode: TrackingState.Mode) { self = mode == .location ? .withLocations : .geofencesOnly }
}
