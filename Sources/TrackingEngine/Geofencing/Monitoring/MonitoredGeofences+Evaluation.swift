import VisitModel

extension MonitoredGeofences {
    /// Chooses the geofences that are watched, by the best fix there is.
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
            // Without a place there is no nearest: what is watched stays, as far as there is room.
            awaitsFix = true
            choose(Array(activeHeldFirst.prefix(slots)), &step)
            return
        }
        // Where the phone takes fewer regions than it should, the one that asks for the next choice goes first.
        updateHelper(round: fix.coordinate, &step)
        choose(nearest(to: fix), &step)
        evaluatedAt = now
        if hasNewFix { awaitsFix = isPoor(fix) }
        hasNewFix = false
    }

    /// The geofences that are watched, those that the phone is in first.
    var activeHeldFirst: [String] {
        let names = active
        return names.filter { watches[$0]?.isHeld == true } + names.filter { watches[$0]?.isHeld != true }
    }

    /// Takes a fix to choose by, if it is good enough.
    ///
    /// A poor one is taken where there is none better, or where even it says that the phone has left the radius.
    mutating func rank(_ fix: Fix) {
        if isPoor(fix), let rankingFix, !isPoor(rankingFix) {
            let meters = rankingFix.coordinate.meters(to: fix.coordinate)
            guard meters - fix.accuracyOrAssumed > rules.radiusMeters else { return }
        }
        rankingFix = fix
        hasNewFix = true
    }

    private func isPoor(_ fix: Fix) -> Bool { fix.accuracyOrAssumed > profile.worstEvaluationAccuracyMeters }

    /// Chooses where a minute of moving, or a wish for a fix, has made it due.
    mutating func evaluateIfDue(at now: Timestamp, _ step: inout GeofencingStep) {
        guard mode != .off, hasNewFix else { return }
        guard !awaitsFix else { return evaluate(at: now, &step) }
        guard isMoving, isBounded else { return }
        guard let evaluatedAt else { return evaluate(at: now, &step) }
        if now >= evaluatedAt.advanced(by: profile.evaluationInterval) { evaluate(at: now, &step) }
    }

    /// The geofences to watch at a place: those that the phone is in, then the nearest; each nearest first.
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

    /// Brings the helper region up to date: half of the radius round the place of the last choice.
    ///
    /// It stays where no geofence is near, else nothing would ever ask again.
    mutating func updateHelper(round center: Coordinate?, _ step: inout GeofencingStep) {
        var wanted: TrackedRegion?
        if let center, mode == .geofencesOnly, platform == .android {
            wanted = TrackedRegion(
                id: TrackedRegion.helperID,
                center: center,
                radiusMeters: rules.radiusMeters / 2,
                transitions: .exit,
                // The phone may have left already while the place was being chosen for.
                initialTrigger: .exit,
                loiteringDelay: .zero
            )
        }
        guard wanted != helper else { return }
        // The region has to go before it comes back: Android keeps the state of a name, and one that was left is not left
        // again round a new centre.
        if let helper, isAvailable { step.removed.append(helper.id) }
        if let wanted, isAvailable { step.added.append(wanted) }
        helper = wanted
    }
}
