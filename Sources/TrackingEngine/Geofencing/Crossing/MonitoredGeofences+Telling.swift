import VisitModel

extension MonitoredGeofences {
    /// The phone is inside from now on.
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
        watch.isDwellTold = false
        watch.confirmInside()
        watches[name] = watch
        stored.update(name) { record in
            record.hits += 1
            record.entryState = .inside
            record.stateUpdatedAt = time
        }
        guard let record = stored[name], record.notifyOnEntry else { return }
        emit(record, .enter, at: time, fix, origin, &step)
    }

    /// The phone is outside from now on; a dwell that was due before comes first.
    ///
    /// - Parameters:
    ///   - name: the fence.
    ///   - time: when it was told of.
    ///   - fix: where the phone was.
    ///   - origin: who says so.
    ///   - staysInCircle: whether only the polygon was left.
    ///   - step: gets what is told.
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
        watch.isDwellTold = false
        watch.mayHaveBeenInside = false
        watch.confirmInside()
        watches[name] = watch.isIdle ? nil : watch
        guard wasInside else { return }
        stored.update(name) { record in
            record.entryState = .outside
            record.stateUpdatedAt = time
        }
        guard let record = stored[name], record.notifyOnExit else { return }
        emit(record, .exit, at: time, fix, origin, &step)
    }

    /// The phone has been inside for as long as the fence wants, for the first time in this stay.
    mutating func dwell(
        _ name: String,
        at time: Timestamp,
        fix: Fix?,
        _ origin: GeofenceOccurrence.Origin,
        _ step: inout GeofencingStep
    ) {
        watches[name]?.isDwellTold = true
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
    /// Drops every doubt that the phone is where it counts as being.
    mutating func confirmInside() {
        hold = nil
        outsideSince = nil
        isRestored = false
    }

    /// Takes what is kept as to be confirmed: nobody watched for a time.
    mutating func doubt() {
        hold = nil
        isRestored = true
    }
}
