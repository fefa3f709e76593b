internal import VisitModel

extension MonitoredGeofences {
    /// Replaces the monitored geofences by stored ones, the most needed first, and appends the difference to the step.
    mutating func choose(_ names: [String], _ step: inout GeofencingStep) {
        let wanted = Set(names)
        let off = watches.all.filter { $0.value.isActive && !wanted.contains($0.key) }.keys.sortedByBytes()
        for name in off {
            guard var watch = watches[name] else { continue }
            if watch.isRegistered { step.removed.append(TrackedRegion.id(of: name, on: platform)) }
            watch.isActive = false
            watch.isRegistered = false
            // From here on the system does not report its exit.
            if watch.isHeld { watch.doubt() }
            watches[name] = watch.isIdle ? nil : watch
        }
        var on: [TrackedGeofence] = []
        for name in names {
            guard let record = stored[name] else { continue }
            var watch = watches[name] ?? FenceWatch()
            if !watch.isActive {
                watch.isActive = true
                watch.mayHaveBeenInside = !isSurelyOutside(record)
                on.append(record)
            }
            if !watch.isRegistered, canRegister { register(record, &watch, &step) }
            watches[name] = watch
        }
        step.record(on: on, off: off)
    }

    /// Whether being inside when monitoring begins counts as an entry.
    ///
    /// A fence that does not emit entries needs no suppression: its exit is emitted. Transistor types,
    /// GeoConfig.geofenceInitialTriggerEntry.
    func announcesFirst(_ record: TrackedGeofence) -> Bool { rules.initialTriggerEntry || !record.notifyOnEntry }

    private func isSurelyOutside(_ record: TrackedGeofence) -> Bool {
        guard let lastFix, let entry = stored.entries[record.identifier] else { return false }
        return entry.isSurelyOutside(lastFix, EarthPoint(lastFix.coordinate))
    }

    /// Android refuses every region while location is off; iOS keeps a list.
    private var canRegister: Bool { isAvailable || platform == .ios }

    private mutating func register(_ record: TrackedGeofence, _ watch: inout FenceWatch, _ step: inout GeofencingStep) {
        let region = region(of: record, watch)
        watch.isRegistered = true
        unwatched[record.identifier] = nil
        step.added.append(region)
        if platform == .ios, !region.initialTrigger.isEmpty { step.stateRequests.append(region.id) }
    }

    private func region(of record: TrackedGeofence, _ watch: FenceWatch) -> TrackedRegion {
        let notifiesDwell = record.notifyOnDwell && record.polygon == nil && platform == .android
        var transitions: TrackedRegion.Transitions = []
        // An exit is emitted only for a fence that was entered, so both transitions have to be known.
        if record.notifyOnEntry || record.watchesExit { transitions.insert(.enter) }
        if record.watchesExit { transitions.insert(.exit) }
        if notifiesDwell { transitions.insert(.dwell) }
        var initial: TrackedRegion.Transitions = []
        if watch.isHeld && record.watchesExit {
            // The phone may have left while nothing was monitored; the entry is known.
            initial.insert(.exit)
            if notifiesDwell && watch.phase == .inside && !watch.isDwellEmitted { initial.insert(.dwell) }
        } else if record.polygon != nil {
            // A fix decides whether the phone is in the polygon, and `initialTriggerEntry` whether the entry is
            // emitted.
            initial.insert(.enter)
        } else if announcesFirst(record) {
            initial.insert(.enter)
            if notifiesDwell { initial.insert(.dwell) }
        }
        return TrackedRegion(
            id: TrackedRegion.id(of: record.identifier, on: platform),
            center: record.center,
            radiusMeters: record.radiusMeters,
            transitions: transitions,
            initialTrigger: initial,
            loiteringDelay: notifiesDwell ? record.loiteringDelay : .zero
        )
    }
}
