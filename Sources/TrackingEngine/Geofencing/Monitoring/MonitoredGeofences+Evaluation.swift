internal import VisitModel

extension MonitoredGeofences {
    /// Chooses the monitored geofences by the best available fix.
    mutating func evaluate(at now: Timestamp, _ step: inout GeofencingStep) {
        guard mode != .off else { return }
        unwatched = unwatched.filter { $0.value != .overLimit }
        guard isBounded else {
            awaitsFix = false
            updateHelper(round: nil, &step)
            choose(stored.names.filter { unwatched[$0] != .unfit }, &step)
            evaluatedAt = now
            return
        }
        guard let fix = rankingFix else {
            // Without a position there is no nearest: the monitored fences stay, as far as there are slots.
            awaitsFix = true
            choose(Array(activeHeldFirst.prefix(slots)), &step)
            return
        }
        // Updated first: where the phone accepts fewer regions than it should, the region that triggers the next choice
        // is registered before the others.
        updateHelper(round: fix.coordinate, &step)
        choose(nearest(to: fix), &step)
        evaluatedAt = now
        if hasNewFix { awaitsFix = isPoor(fix) }
        hasNewFix = false
    }

    var activeHeldFirst: [String] {
        let names = active
        return names.filter { watches[$0]?.isHeld == true } + names.filter { watches[$0]?.isHeld != true }
    }

    /// Stores a fix to choose by, if it is accurate enough.
    ///
    /// An inaccurate fix is accepted where there is none better, or where even it shows that the radius was left.
    mutating func rank(_ fix: Fix) {
        if isPoor(fix), let rankingFix, !isPoor(rankingFix) {
            let meters = rankingFix.coordinate.meters(to: fix.coordinate)
            guard meters - fix.accuracyOrAssumed > rules.radiusMeters else { return }
        }
        rankingFix = fix
        hasNewFix = true
    }

    private func isPoor(_ fix: Fix) -> Bool { fix.accuracyOrAssumed > profile.worstEvaluationAccuracyMeters }

    /// Chooses the monitored geofences where it is due after a minute of moving, or where a fix was awaited.
    mutating func evaluateIfDue(at now: Timestamp, _ step: inout GeofencingStep) {
        guard mode != .off, hasNewFix else { return }
        guard !awaitsFix else { return evaluate(at: now, &step) }
        guard isMoving, isBounded else { return }
        guard let evaluatedAt else { return evaluate(at: now, &step) }
        if now >= evaluatedAt.advanced(by: profile.evaluationInterval) { evaluate(at: now, &step) }
    }

    /// The geofences to monitor at a position: those that the phone is in, then the nearest; each group nearest first.
    private func nearest(to fix: Fix) -> [String] {
        let point = EarthPoint(fix.coordinate)
        let held = watches.busy.compactMap { name -> LatitudeOrder.Found? in
            guard watches[name]?.isHeld == true, unwatched[name] != .unfit, let entry = stored.entries[name] else {
                return nil
            }
            return LatitudeOrder.Found(name: name, meters: entry.point.distance(to: point))
        }
        let kept = held.sorted { $0.precedes($1) }.prefix(slots).map(\.name)
        var excluded = Set(kept)
        for (name, refusal) in unwatched where refusal == .unfit { excluded.insert(name) }
        let found = stored.order.nearest(
            slots - kept.count,
            within: rules.radiusMeters + fix.accuracyOrAssumed,
            of: fix.coordinate,
            except: excluded
        )
        return kept + found.map(\.name)
    }

    /// Updates the helper region: half of the proximity radius around the position of the last choice.
    ///
    /// It stays even where no geofence is near, or nothing would trigger the next choice.
    mutating func updateHelper(round center: Coordinate?, _ step: inout GeofencingStep) {
        var wanted: TrackedRegion?
        if let center, mode == .geofencesOnly, platform == .android {
            wanted = TrackedRegion(
                id: TrackedRegion.helperID,
                center: center,
                radiusMeters: rules.radiusMeters / 2,
                transitions: .exit,
                // The phone may have left the region already while the choice was being made.
                initialTrigger: .exit,
                loiteringDelay: .zero
            )
        }
        guard wanted != helper else { return }
        // The region is removed before it is added again: Android keeps the state of a name, and a region that was left
        // does not report an exit around a new center.
        if let helper, isAvailable { step.removed.append(helper.id) }
        if let wanted, isAvailable { step.added.append(wanted) }
        helper = wanted
    }
}
