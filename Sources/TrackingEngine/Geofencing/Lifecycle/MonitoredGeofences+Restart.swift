public import VisitModel

extension MonitoredGeofences {
    /// Takes that the phone was switched on again; call it when tracking goes on after that.
    ///
    /// Android has lost every region: the ones that were watched are registered at once, without a fix, and the next fix
    /// chooses. iOS has kept them. A fence that the phone was in is asked about and not entered again, where its exit is
    /// watched; one that was left meanwhile is told to be left. Google, "Create and monitor geofences"; Transistor, native
    /// change log for Android 4.4.1.
    ///
    /// - Parameter now: the time.
    /// - Returns: what follows.
    public mutating func reboot(at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        isMoving = false
        if platform == .android { forgetRegions() }
        restore(&step)
        return step
    }

    /// Takes that the app was replaced by another version.
    ///
    /// Android's registrations are taken as gone; what may be left is removed first, and all are registered again. iOS has
    /// kept them, and what it has is compared (`reconcile(with:at:)`). Transistor, native change log for Android 4.3.0.
    ///
    /// - Parameters:
    ///   - monitored: what the system watches for the app (iOS's `monitoredRegions`); `nil` where there is no such list.
    ///   - now: the time.
    /// - Returns: what follows.
    public mutating func update(monitored: [String]? = nil, at now: Timestamp) -> GeofencingStep {
        if let monitored { return reconcile(with: monitored, at: now) }
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

    /// Compares with what the system really watches.
    ///
    /// - Parameters:
    ///   - monitored: the names of all regions of the app; those of others are left alone.
    ///   - now: the time.
    /// - Returns: regions that no geofence has any more are removed, those that are missing added.
    public mutating func reconcile(with monitored: [String], at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let known = Set(monitored)
        for id in known.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let name = TrackedRegion.identifier(ofRegion: id, on: platform) else { continue }
            guard watches[name]?.isActive != true else { continue }
            if platform == .ios || stored[name] != nil { step.removed.append(id) }
        }
        for name in watches.all.keys where !known.contains(TrackedRegion.id(of: name, on: platform)) {
            if watches[name]?.isRegistered == true { watches[name]?.isRestored = true }
            watches[name]?.isRegistered = false
        }
        guard mode != .off else { return step }
        choose(activeHeldFirst, &step)
        return step
    }

    /// Takes that location was switched on or off.
    ///
    /// Android drops every region while it is off and refuses new ones (1000): all are registered again when it is on. iOS
    /// keeps them idle. (Complaint: Cordova geofence plugin issue 253.)
    ///
    /// - Parameters:
    ///   - isAvailable: whether location is on, and the app may use it in the background.
    ///   - now: the time.
    /// - Returns: what follows.
    public mutating func setLocationServices(isAvailable: Bool, at now: Timestamp) -> GeofencingStep {
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

    /// Takes every state as to be confirmed.
    private mutating func doubtStays() {
        for name in sortedNames(where: \.isHeld) { watches[name]?.doubt() }
    }

    /// Android's regions are gone.
    private mutating func forgetRegions() {
        for name in watches.all.keys { watches[name]?.isRegistered = false }
    }

    /// Registers what is missing, asks about what was kept, and has the next fix choose.
    private mutating func restore(_ step: inout GeofencingStep) {
        doubtStays()
        unwatched = unwatched.filter { $0.value == .unfit }
        measuredSlots = nil
        guard mode != .off else { return }
        let kept = activeHeldFirst
        if platform == .ios {
            for name in kept where watches[name]?.isRegistered == true && watches[name]?.isHeld == true {
                step.asked.append(TrackedRegion.id(of: name, on: platform))
            }
        }
        if platform == .android, isAvailable, let helper { step.added.append(helper) }
        choose(kept, &step)
        hasNewFix = false
        awaitsFix = isBounded
    }
}
