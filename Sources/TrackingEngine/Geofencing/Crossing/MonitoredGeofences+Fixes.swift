public import VisitModel

extension MonitoredGeofences {
    /// Processes a fix as it was recorded; in a replay `now` is the time of the fix.
    ///
    /// A fix from before the last one is not used: it could enter a polygon that the phone has left (Transistor, native
    /// change log for Android 4.3.3).
    public mutating func process(_ fix: Fix, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        observe(fix, at: now, &step)
        guard mode != .off else { return step }
        runTimers(at: now, &step)
        evaluateIfDue(at: now, &step)
        return step
    }

    /// Processes a fix of the significant-change service (iOS), which in geofences-only mode chooses the monitored
    /// fences again.
    public mutating func processSignificantChange(_ fix: Fix, at now: Timestamp) -> GeofencingStep {
        if mode == .geofencesOnly, platform == .ios, isBounded { awaitsFix = true }
        return process(fix, at: now)
    }

    /// Advances the clock: the caller's timer at `needs.timer`.
    ///
    /// A call that is too early has no effect.
    public mutating func tick(at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        runTimers(at: now, &step)
        evaluateIfDue(at: now, &step)
        return step
    }

    /// Applies a fix to everything except the choice of the monitored geofences.
    mutating func observe(_ fix: Fix, at now: Timestamp, _ step: inout GeofencingStep) {
        guard fix != lastFix else { return }
        if let lastFix, fix.time < lastFix.time {
            guard mode != .off else { return }
            for name in sortedNames(where: \.isInCircle) {
                step.refusals.append(GeofenceRefusal(identifier: name, reason: .outOfOrder))
            }
            return
        }
        let before = lastFix
        lastFix = fix
        rank(fix)
        guard mode != .off else { return }
        let point = EarthPoint(fix.coordinate)
        for name in sortedNames(where: \.isHeld) { evaluate(name, by: fix, point, &step) }
        cancelPendingExits(by: fix, point)
        if profile.usesPathEvidence, let before { crossUnseen(from: before, to: fix, &step) }
    }

    /// The names of the fences of which the state fulfils a condition, in byte order.
    ///
    /// `condition` may be true only of fences that the phone is in or may be in: no others are searched.
    func sortedNames(where condition: (FenceWatch) -> Bool) -> [String] {
        watches.busy.filter { watches[$0].map(condition) ?? false }
    }

    /// Evaluates a fix for a fence that the phone counts as in.
    private mutating func evaluate(_ name: String, by fix: Fix, _ point: EarthPoint, _ step: inout GeofencingStep) {
        guard let entry = stored.entries[name], var watch = watches[name] else { return }
        let side = entry.side(of: fix, point)
        if let hold = watch.hold {
            if side == .outside, fix.time > hold.fix.time {
                return leave(name, at: hold.reportedAt, fix: fix, .system, &step)
            }
            if side == .inside, fix.time > hold.reportedAt { watch.hold = nil }
        }
        if entry.isSurelyOutside(fix, point) {
            let since = watch.outsideSince ?? fix.time
            let isStuck = fix.time >= since.advanced(by: profile.stuckLimit)
            // The system does not report exits of a fence that is registered for entries alone.
            if watch.isRestored || isStuck || !entry.record.watchesExit {
                watches[name] = watch
                return leave(name, at: fix.time, fix: fix, .fix, &step)
            }
            watch.outsideSince = since
        } else if side == .inside {
            watch.outsideSince = nil
            watch.isRestored = false
        }
        watches[name] = watch
        test(name, by: fix, &step)
    }

    /// Records for each polygon fence outside of which the fix surely lies that the phone was not in it.
    private mutating func cancelPendingExits(by fix: Fix, _ point: EarthPoint) {
        guard !rules.initialTriggerEntry else { return }
        for (name, watch) in watches.all where watch.mayHaveBeenInside && !watch.isHeld {
            guard let entry = stored.entries[name], entry.isSurelyOutside(fix, point) else { continue }
            watches[name]?.mayHaveBeenInside = false
        }
    }
}
