internal import VisitModel

extension BackgroundTracking {
    /// Lets everything happen that was due until now.
    mutating func pass(to time: Timestamp, _ effects: inout [TrackingEffect]) {
        if detectsMotion { follow(motion.advance(to: time, rules), at: time, &effects) }
        endRequests(at: time, &effects)
        if let due = geofences.needs.timer, due <= time { follow(geofences.tick(at: time), at: time, &effects) }
        if let due = stopAfterElapsed, due <= time { stopByHand(at: time, &effects) }
        if let due = heartbeatDue(at: time), due <= time { beat(at: time, &effects) }
    }

    /// When tracking ends by itself; `nil` for never.
    var stopAfterElapsed: Timestamp? {
        guard state.isEnabled, let start = state.startedAt, let elapsed = config.stopAfterElapsedDuration else {
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
            let interval = config.heartbeatIntervalDuration
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
        tell(.heartbeat(last), &effects)
    }

    /// Asks the phone for what has changed.
    mutating func settle(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let wishes = wishes(at: time)
        let old = process.wishes
        process.wishes = wishes
        effects += wishes.changes(from: old, config: config, exactSchedule: config.isScheduleExact)
        if (old.updates == nil) != (wishes.updates == nil) {
            debug(wishes.updates == nil ? .locationOff : .locationOn, &effects)
        }
        let needsFix = state.isEnabled && geofences.needs.fix
        if needsFix, !process.awaitsGeofenceFix { effects.append(.requestFix) }
        process.awaitsGeofenceFix = needsFix
        if geofences.watches != process.keptWatches { effects.append(.saveGeofences) }
        // However often something asked for it: once, and last.
        for save in [TrackingEffect.saveGeofences, .save] where effects.contains(save) {
            effects.removeAll { $0 == save }
            effects.append(save)
        }
        if effects.last == .save { process.savedAt = time }
        process.keptWatches = geofences.watches
    }
}
