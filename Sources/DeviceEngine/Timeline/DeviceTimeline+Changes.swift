internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// The state of geofence monitoring on the phone.
    enum Watching: UInt8, Sendable {
        /// The system monitors the registered geofences.
        case active = 0
        /// The system lost all registrations and can't accept new ones for now.
        case lost = 1
        /// Monitoring was stopped on request.
        case stopped = 2
    }

    /// Applies a change to the phone's geofences to the registry.
    mutating func follow(
        _ change: PhoneChange,
        at time: Timestamp,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        switch change {
        case .registrationsLost(let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
            append(registry.lose(), nil, into: &journal)
            watching = .lost
        case .registrationsRestored:
            watching = .active
            measuredSlots = nil
            append(registry.restore(), nil, into: &journal)
            chooseAgain(at: time, context, into: &journal)
        case .slotsMeasured(let count, let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
            measuredSlots = max(0, count)
            chooseAgain(at: time, context, into: &journal)
        case .failed(let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
        case .monitoringStopped:
            append(registry.clear(), nil, into: &journal)
            watching = .stopped
        case .listChanged:
            chooseAgain(at: time, context, into: &journal)
        case .heartbeat:
            // An entry is not presumed: the fixes of a crossing often arrive after a heartbeat.
            advanceClock(to: time, presumes: false, context, into: &journal)
            evaluator.recordHeartbeat(at: time)
            // The Gym Visits document: Android only, with the phone's last position.
            if device.platform == .android { append(.heartbeat, hygiene.accepted, into: &journal) }
        }
        surroundings.forgetWatched()
    }

    /// Resumes monitoring after a restart or update, which registers the lost geofences again with all others.
    mutating func beginAgain() {
        if watching == .lost { watching = .active }
        surroundings.forgetWatched()
    }

    /// Selects again for the phone's last position, without a fix.
    mutating func chooseAgain(
        at time: Timestamp,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        guard watching == .active, let place = evaluator.lastUsable?.coordinate else { return }
        if surroundings.needCatalog(at: time) {
            enter(context.history.catalog(at: time), context, nil, into: &journal)
        }
        surroundings.forgetChoice()
        _ = choose(at: place, EarthPoint(place), nil, context, into: &journal)
    }
}
