internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// Whether a phone's system watches what it is asked to.
    enum Watching: UInt8, Sendable {
        /// It does.
        case active = 0
        /// It lost everything, and can't take it again for now.
        case lost = 1
        /// It was told to watch nothing.
        case stopped = 2
    }

    /// Turns what befell the phone's geofences into what is registered from now on.
    mutating func follow(
        _ change: PhoneChange,
        at time: Timestamp,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        switch change {
        case .registrationsLost(let code, let message):
            tell(.error(code: code, message: message), nil, into: &journal)
            tell(registry.lose(), nil, into: &journal)
            watching = .lost
        case .registrationsRestored:
            watching = .active
            measuredSlots = nil
            tell(registry.restore(), nil, into: &journal)
            chooseAgain(at: time, context, into: &journal)
        case .slotsMeasured(let count, let code, let message):
            tell(.error(code: code, message: message), nil, into: &journal)
            measuredSlots = max(0, count)
            chooseAgain(at: time, context, into: &journal)
        case .failed(let code, let message):
            tell(.error(code: code, message: message), nil, into: &journal)
        case .monitoringStopped:
            tell(registry.clear(), nil, into: &journal)
            watching = .stopped
        case .listChanged:
            chooseAgain(at: time, context, into: &journal)
        case .heartbeat:
            // An entry is not presumed: the readings of a crossing often come after a heartbeat.
            pass(to: time, presumes: false, context, into: &journal)
            evaluator.noteHeartbeat(at: time)
            // The Gym Visits document: Android only, and with where the phone was last.
            if device.platform == .android { tell(.heartbeat, hygiene.accepted, into: &journal) }
        }
        surroundings.forgetWatched()
    }

    /// What was lost before a restart has been registered with everything else after it.
    mutating func beginAgain() {
        if watching == .lost { watching = .active }
        surroundings.forgetWatched()
    }

    /// Chooses anew for where the phone was last seen, without a fix.
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
