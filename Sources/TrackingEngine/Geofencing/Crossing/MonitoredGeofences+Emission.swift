internal import VisitModel

extension MonitoredGeofences {
    /// Records an entry and emits it where the fence wants it.
    mutating func enter(
        _ name: String,
        at time: Timestamp,
        fix: Fix?,
        _ origin: GeofenceOccurrence.Origin,
        _ step: inout GeofencingStep
    ) {
        guard var watch = watches[name] else { return }
        watch.phase = .inside
        watch.enteredAt = time
        watch.isDwellEmitted = false
        watch.clearDoubts()
        watches[name] = watch
        stored.update(name) { record in
            record.hits += 1
            record.entryState = .inside
            record.stateUpdatedAt = time
        }
        guard let record = stored[name], record.notifyOnEntry else { return }
        emit(record, .enter, at: time, fix, origin, &step)
    }

    /// Records an exit and emits it where the fence wants it; a dwell that was due earlier is emitted first.
    mutating func leave(
        _ name: String,
        at time: Timestamp,
        fix: Fix?,
        _ origin: GeofenceOccurrence.Origin,
        staysInCircle: Bool = false,
        _ step: inout GeofencingStep
    ) {
        guard var watch = watches[name], let before = stored[name] else { return }
        let wasInside = watch.phase == .inside
        if let due = dwellTime(before, watch), due <= min(time, watch.outsideSince ?? time) {
            dwell(name, at: due, fix: fix, .timer, &step)
        }
        watch.phase = .outside
        watch.isInCircle = staysInCircle
        watch.enteredAt = nil
        watch.isDwellEmitted = false
        watch.mayHaveBeenInside = false
        watch.clearDoubts()
        watches[name] = watch.isIdle ? nil : watch
        guard wasInside else { return }
        stored.update(name) { record in
            record.entryState = .outside
            record.stateUpdatedAt = time
        }
        guard let record = stored[name], record.notifyOnExit else { return }
        emit(record, .exit, at: time, fix, origin, &step)
    }

    /// Emits the dwell of this stay: the phone has been inside for the loitering delay.
    mutating func dwell(
        _ name: String,
        at time: Timestamp,
        fix: Fix?,
        _ origin: GeofenceOccurrence.Origin,
        _ step: inout GeofencingStep
    ) {
        watches[name]?.isDwellEmitted = true
        guard let record = stored[name] else { return }
        emit(record, .dwell, at: time, fix, origin, &step)
    }

    private func emit(
        _ record: TrackedGeofence,
        _ action: GeofenceCrossing.Action,
        at time: Timestamp,
        _ fix: Fix?,
        _ origin: GeofenceOccurrence.Origin,
        _ step: inout GeofencingStep
    ) {
        let crossing = GeofenceCrossing(
            identifier: record.identifier,
            action: action,
            timestamp: time,
            extras: record.extras
        )
        step.occurrences.append(GeofenceOccurrence(crossing: crossing, geofence: record, fix: fix, origin: origin))
    }
}

extension FenceWatch {
    mutating func clearDoubts() {
        hold = nil
        outsideSince = nil
        isRestored = false
    }

    /// Marks the state as needing confirmation, after a time without monitoring.
    mutating func doubt() {
        hold = nil
        isRestored = true
    }
}
