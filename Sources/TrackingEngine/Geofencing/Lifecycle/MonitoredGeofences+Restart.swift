public import VisitModel

extension MonitoredGeofences {
    /// Processes a restart of the phone; call it when tracking resumes afterwards.
    ///
    /// Android has lost every region: those that were monitored are registered at once, without a fix, and the next fix
    /// chooses. iOS has kept them. A fence that the phone was in is queried and not entered again, where its exit is
    /// monitored; one that was left meanwhile emits its exit. Google, "Create and monitor geofences"; Transistor,
    /// native change log for Android 4.4.1.
    public mutating func reboot() -> GeofencingStep {
        var step = GeofencingStep()
        isMoving = false
        if platform == .android { forgetRegions() }
        restore(&step)
        return step
    }

    /// Processes the replacement of the app by another version.
    ///
    /// Android's registrations are assumed to be gone; any remaining ones are removed first, and all are registered
    /// again. iOS has kept them, and its list is compared (`reconcile(with:)`). Transistor, native change log for
    /// Android 4.3.0. `monitored` is iOS's `monitoredRegions`; `nil` on Android, which has no such list.
    public mutating func update(monitored: [String]? = nil) -> GeofencingStep {
        if let monitored { return reconcile(with: monitored) }
        var step = GeofencingStep()
        if platform == .android {
            step.removed = active.filter { watches[$0]?.isRegistered == true }
                .map { TrackedRegion.id(of: $0, on: platform) }
            if let helper { step.removed.append(helper.id) }
            forgetRegions()
        }
        restore(&step)
        return step
    }

    /// Compares the state with the regions that the system actually monitors.
    ///
    /// `monitored` holds the names of all regions of the app; those of its other parts are left alone. The step removes
    /// regions that no geofence has any more and adds missing ones.
    public mutating func reconcile(with monitored: [String]) -> GeofencingStep {
        var step = GeofencingStep()
        let known = Set(monitored)
        for id in known.sortedByBytes() {
            guard let name = TrackedRegion.identifier(ofRegion: id, on: platform) else { continue }
            if watches[name]?.isActive != true { dropStale(id, name, &step) }
        }
        for name in watches.all.keys where !known.contains(TrackedRegion.id(of: name, on: platform)) {
            if watches[name]?.isRegistered == true { watches[name]?.isRestored = true }
            watches[name]?.isRegistered = false
        }
        guard mode != .off else { return step }
        choose(activeHeldFirst, &step)
        return step
    }

    /// Processes that location was switched on or off, or that the app may no longer use it in the background.
    ///
    /// Android drops every region while it is off and refuses new ones (1000): all are registered again when it is on.
    /// iOS keeps them idle. (Complaint: Cordova geofence plugin issue 253.)
    public mutating func setLocationServices(isAvailable: Bool) -> GeofencingStep {
        var step = GeofencingStep()
        guard isAvailable != self.isAvailable else { return step }
        self.isAvailable = isAvailable
        if isAvailable {
            restore(&step)
        } else {
            if platform == .android { forgetRegions() }
            for name in active { unwatched[name] = .unavailable }
        }
        return step
    }

    private mutating func forgetRegions() {
        for name in watches.all.keys { watches[name]?.isRegistered = false }
    }

    /// Registers missing regions, queries the state of the stored ones, and lets the next fix choose.
    private mutating func restore(_ step: inout GeofencingStep) {
        for name in sortedNames(where: \.isHeld) { watches[name]?.doubt() }
        unwatched = unwatched.filter { $0.value == .unfit }
        measuredSlots = nil
        guard mode != .off else { return }
        let kept = activeHeldFirst
        if platform == .ios {
            for name in kept where watches[name]?.isRegistered == true && watches[name]?.isHeld == true {
                step.stateRequests.append(TrackedRegion.id(of: name, on: platform))
            }
        }
        if platform == .android, isAvailable, let helper { step.added.append(helper) }
        choose(kept, &step)
        hasNewFix = false
        awaitsFix = isBounded
    }

    /// Processes the system's refusal to monitor regions.
    ///
    /// Over the limit, the number of accepted regions becomes the number of slots, and the nearest are chosen again:
    /// the refused region may be nearer than an accepted one. The number holds until tracking starts, the phone
    /// restarts, or geofences are removed. A geofence that cannot be monitored is left out until it is added again.
    /// (Complaints: Flutter issues 407 and 1169.)
    ///
    /// Of a call that Android refused, `regionIDs` are all regions. `unwatched` then names the geofences.
    public mutating func refuse(_ regionIDs: [String], because reason: Refusal, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        var refused: [String] = []
        var regions = 0
        for id in regionIDs {
            if id == TrackedRegion.helperID {
                if helper != nil { regions += 1 }
                helper = nil
            } else if let name = TrackedRegion.identifier(ofRegion: id, on: platform), watches[name]?.isActive == true {
                watches[name]?.isRegistered = false
                refused.append(name)
                regions += 1
            }
        }
        for name in refused { unwatched[name] = reason }
        switch reason {
        case .unavailable: return step
        case .unfit: break
        case .overLimit:
            guard regions > 0 else { return step }
            measuredSlots = max(0, active.count - regions)
        }
        evaluate(at: now, &step)
        if reason == .overLimit {
            for name in refused where watches[name]?.isRegistered != true { unwatched[name] = reason }
        }
        return step
    }
}
