internal import VisitModel

extension BackgroundTracking {
    /// Lets everything happen that was due until now.
    mutating func advance(to time: Timestamp, _ effects: inout [TrackingEffect]) {
        if detectsMotion { follow(motion.advance(to: time, rules), at: time, &effects) }
        endRequests(at: time, &effects)
        // What is due was asked for after the input before; to work it out again would cost more than the input.
        if let due = process.wishes.times[.geofences], due <= time {
            follow(geofences.tick(at: time), at: time, &effects)
        }
        if let due = stopAfterElapsed, due <= time { stopByHand(at: time, &effects) }
        if let due = heartbeatDue(at: time), due <= time { beat(at: time, &effects) }
    }

    /// When tracking ends by itself; `nil` for never.
    var stopAfterElapsed: Timestamp? {
        guard state.isEnabled, let start = state.startedAt, let elapsed = terms.stopAfterElapsed else {
            return nil
        }
        return start.advanced(by: elapsed)
    }

    /// When the next heartbeat is due; `nil` where there are none.
    ///
    /// While the app is in the background and the phone stationary. iOS holds them back from two minutes after the app went
    /// there while the phone is not charged, its screen off, and nothing moves. Transistor, AppConfig.heartbeatInterval and
    /// preventSuspend.
    func heartbeatDue(at time: Timestamp) -> Timestamp? {
        guard state.isEnabled, !isMoving, process.facts.app == .background,
            let interval = terms.heartbeatInterval
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

    /// Tells of a heartbeat, with the last known location: location services stay as they are.
    private mutating func beat(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        process.lastHeartbeat = time
        let last = state.lastFix.map { location($0, .heartbeat, at: time) }
        emit(.heartbeat(last), &effects)
    }

    /// Asks the phone for what has changed.
    mutating func requestChanges(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let needs = state.isEnabled ? geofences.needs : GeofencingNeeds()
        let wishes = desiredState(at: time, needs)
        let old = process.wishes
        process.wishes = wishes
        effects += wishes.changes(from: old, config: config, exactSchedule: terms.isScheduleExact)
        if (old.updates == nil) != (wishes.updates == nil) {
            debug(wishes.updates == nil ? .locationOff : .locationOn, &effects)
        }
        if needs.fix, !process.awaitsGeofenceFix { effects.append(.requestFix) }
        process.awaitsGeofenceFix = needs.fix
        if geofences.watches != process.keptWatches { effects.append(.saveGeofences) }
        // Also where they are equal: what is shared is known to be equal without a look at each.
        process.keptWatches = geofences.watches
        saveOnce(at: time, &effects)
    }

    /// Saves once and last, however often something asked for it.
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
}
