internal import VisitModel

extension FenceTrack {
    /// Applies a usable fix; returns false when the stay is over.
    mutating func advance(
        _ sighting: FenceSighting,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) -> Bool {
        let rules = policy.evaluation
        let (edge, accuracy, breadth) = (sighting.edgeMeters, sighting.accuracyMeters, sighting.breadthMeters)
        let previousFixAt = lastFixAt
        let heldUntil = heartbeatSeconds > 0 ? lastFixAt.advanced(bySeconds: Double(heartbeatSeconds)) : nil
        let isUnplaced = aliveSeconds > heartbeatSeconds
        let isRepeat = rules.repeatedPointFixes > 0 && sighting.fix.coordinate == lastFixCoordinate
        (lastFixAt, lastFixCoordinate) = (sighting.fix.time, sighting.fix.coordinate)
        (heartbeatSeconds, aliveSeconds) = (0, 0)
        if sighting.isUsable { proof.path?.append(sighting.fix, accuracyMeters: accuracy) }
        let independence = PositionSum.independence(secondsSinceLast: previousFixAt.seconds(to: lastFixAt))
        let logOdds =
            isRepeat
            ? 0
            : independence * rules.logOddsInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        let isInside =
            rules.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
            || sighting.pooledLogOdds.map { $0 >= leastPooledLogOdds(sighting) } ?? false
        let claimsInside = sighting.side == .inside || sighting.side == .resting
        if !isInside, !claimsInside, peak?.outsideAt == nil { peak?.outsideAt = sighting.fix.time }
        if hasMovedNextDoor(with: sighting, logOdds: logOdds, policy) {
            endAtPeak(before: sighting)
            leave(after: sighting, beyondMeters: .infinity, policy: policy, emit)
            return false
        }
        if claimsInside || isInside && sighting.side == nil {
            if beginsAnother(with: sighting, after: previousFixAt, policy) {
                departure = Departure(
                    since: pendingExit?.time ?? previousFixAt,
                    farthestMeters: 0,
                    wasAbsent: true,
                    repeatedPosition: nil
                )
                // However short the way from next door, it continues nothing.
                leave(after: sighting, beyondMeters: .infinity, policy: policy, emit)
                return false
            }
            let odds = claimsInside || sighting.pooledLogOdds != nil ? max(0, logOdds) : logOdds
            prove(
                sighting,
                secondsSinceLast: previousFixAt.seconds(to: lastFixAt),
                isRepeat: isRepeat,
                logOddsInside: odds,
                policy: policy,
                emit
            )
            if sighting.fix.flags.contains(.departed) { depart(at: sighting) }
            if claimsInside, rules.decidesInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth) {
                presumeEntry(emit)
            }
            return true
        }
        let isBeyond = !isInside && rules.isBeyond(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        // The phone reports an exit that its fix does not show: neither is accepted, and a later fix decides.
        let isReportOnly = isInside || !sighting.isUsable && !isBeyond
        if pendingExit == nil || isContradicted(by: sighting, after: previousFixAt, rules) {
            pendingExit = PendingExit(
                time: sighting.fix.time,
                edgeMeters: edge,
                coordinate: sighting.fix.coordinate,
                speed: sighting.fix.speed ?? (sighting.reportsRest ? 0 : nil),
                isReportedOnly: isReportOnly,
                heldUntil: pendingExit?.heldUntil ?? heldUntil,
                isUnheld: pendingExit?.isUnheld ?? (isUnplaced && isFar(sighting, rules))
            )
        }
        if isReportOnly { return true }
        let logOddsBefore = logOddsOutside
        if let pooled = sighting.pooledLogOdds {
            // Coarse fixes are already pooled: their mean gives the same odds with each of them.
            logOddsOutside = max(logOddsOutside, -pooled)
        } else {
            logOddsOutside = max(0, logOddsOutside - logOdds)
        }
        let beyond = rules.weighsAccuracy ? edge - accuracy : edge
        guard isBeyond else {
            departure = nil
            guard hasStayedAway(until: sighting.fix.time, isSmall: sighting.isSmall, policy) else { return true }
            departure = Departure(
                since: pendingExit?.time ?? sighting.fix.time,
                farthestMeters: max(0, beyond),
                wasAbsent: true,
                repeatedPosition: nil
            )
            leave(after: sighting, beyondMeters: max(0, beyond), policy: policy, emit)
            return false
        }
        var departure =
            self.departure
            ?? Departure(
                since: sighting.fix.time,
                farthestMeters: beyond,
                wasAbsent: rules.isAbsent(logOddsOutside: logOddsBefore)
                    && (hasLingered(until: previousFixAt, rules) || pendingExit?.isPoor == true),
                repeatedPosition: nil
            )
        departure.farthestMeters = max(departure.farthestMeters, beyond)
        departure.repeatedPosition =
            self.departure == nil
            ? .started(by: sighting.fix, rules) : departure.repeatedPosition?.joined(by: sighting.fix, rules)
        self.departure = departure
        // An OS transition report confirms one fix beyond the edge as a second fix would.
        guard
            sighting.side == .outside
                || departure.since.seconds(to: sighting.fix.time) >= rules.exitConfirmationSeconds
        else { return true }
        leave(after: sighting, beyondMeters: departure.farthestMeters, policy: policy, emit)
        return false
    }

    /// The log odds of inside from which the mean of coarse fixes counts as inside.
    ///
    /// Between small neighbouring fences it may lie outside of each of them, by odds of 7 to 1. It counts as inside
    /// those that it fits best, and half as well as best; `StayPoints` then decides where the stay was.
    private func leastPooledLogOdds(_ sighting: FenceSighting) -> Double {
        guard sighting.isSmall, proof.path != nil, let best = sighting.crowdLogOdds else { return 0 }
        return max(-2, min(0, best - 0.7))
    }

    /// Whether fixes at the edge of a fence show together an absence of more than the merge gap.
    ///
    /// None of them is clearly beyond the edge: next to a small shop another one begins within the exit buffer. At the edge
    /// of a larger fence, where fixes have errors in common, it takes longer, and a fix clearly inside before.
    private func hasStayedAway(until time: Timestamp, isSmall: Bool, _ policy: EvaluationPolicy) -> Bool {
        guard isSmall || proof.lastClearAt != nil, policy.visits.mergeGapSeconds > 0, !proof.isStationary,
            let pendingExit, policy.evaluation.isAbsent(logOddsOutside: logOddsOutside)
        else { return false }
        let least = (isSmall ? 1 : Self.awayGapsOfLargeFences) * policy.visits.mergeGapSeconds
        return pendingExit.time.seconds(to: time) > least
    }

    /// Whether a fix clearly inside is the first one of another stay.
    ///
    /// Fixes at the edge showed a long absence, in one piece or in several, and those inside before lay near the edge: they
    /// were next door.
    private func beginsAnother(
        with sighting: FenceSighting,
        after previousFixAt: Timestamp,
        _ policy: EvaluationPolicy
    ) -> Bool {
        guard !sighting.isSmall, proof.lastClearAt == nil, policy.visits.mergeGapSeconds > 0, !proof.isStationary,
            -sighting.edgeMeters >= StayBoundary.clearAccuracies * sighting.accuracyMeters, sighting.side == nil
        else { return false }
        var seconds = proof.absentSeconds
        if let pendingExit, policy.evaluation.isAbsent(logOddsOutside: logOddsOutside) {
            seconds += pendingExit.time.seconds(to: previousFixAt)
        }
        return seconds > Self.awayGapsOfLargeFences * policy.visits.mergeGapSeconds
    }

    private static let awayGapsOfLargeFences = 6.0

    /// Whether all fixes since the peak, those inside too, show together that the device has been next door for long.
    ///
    /// Fixes of a member who sits just beyond the edge lie on both sides of it: no run of them outside is long. The sum of
    /// their log odds falls all the same (the cumulative sum of Page, "Continuous inspection schemes", Biometrika 41, 1954).
    private func hasMovedNextDoor(with sighting: FenceSighting, logOdds: Double, _ policy: EvaluationPolicy) -> Bool {
        guard let peak, peak.outsideAt != nil, pendingExit?.isPoor != true, !proof.isStationary, sighting.side == nil,
            sighting.pooledLogOdds == nil, policy.visits.mergeGapSeconds > 0
        else { return false }
        let (edge, accuracy) = (sighting.edgeMeters, sighting.accuracyMeters)
        let long = Self.awayGapsOfLargeFences * policy.visits.mergeGapSeconds
        // A fix clearly beyond the edge begins a departure, one clearly inside contradicts it.
        guard max(peak.at, proof.lastClearAt ?? peak.at).seconds(to: sighting.fix.time) > long,
            proof.firstAt.seconds(to: peak.at) >= policy.visits.mergeGapSeconds,
            policy.evaluation.isAbsent(logOddsOutside: Double(peak.logOddsInside) / 2),
            -edge < StayBoundary.clearAccuracies * accuracy,
            !policy.evaluation.isBeyond(
                edgeMeters: edge,
                accuracyMeters: accuracy,
                breadthMeters: sighting.breadthMeters
            )
        else { return false }
        let fall = Double(peak.logOddsInside) - proof.logOddsInside + logOddsOutside - logOdds
        return policy.evaluation.isAbsent(logOddsOutside: fall)
    }

    /// Ends the stay at its peak: takes back the time, the number and the odds of the fixes after it.
    ///
    /// What they add to the mean position, the path and the reports of rest, motion and mock stays.
    private mutating func endAtPeak(before sighting: FenceSighting) {
        guard let peak, let outsideAt = peak.outsideAt else { return }
        proof.lastAt = peak.at
        proof.lastClearAt = proof.lastClearAt.map { min($0, peak.at) }
        proof.count = Int(peak.count)
        proof.logOddsInside = Double(peak.logOddsInside)
        proof.absentSeconds = Double(peak.absentSeconds)
        proof.continuousSeconds = Double(peak.continuousSeconds)
        pendingExit = PendingExit(
            time: outsideAt,
            edgeMeters: max(0, sighting.edgeMeters),
            coordinate: sighting.fix.coordinate,
            speed: nil
        )
        departure = Departure(since: outsideAt, farthestMeters: 0, wasAbsent: true, repeatedPosition: nil)
        repetition = nil
    }

    /// Whether a device at rest inside till shortly before can't have come as far as a fix.
    ///
    /// A phone that reports while it moves is seen near the edge when it leaves, or on the move not much farther away
    /// than its speed takes it between two fixes.
    private func isFar(_ sighting: FenceSighting, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        let nearby = EvaluationPolicy.Evaluation.nearbyMeters
        let near = sighting.fix.speed.map { max(nearby, $0 * rules.denseGapSeconds) } ?? nearby
        return sighting.edgeMeters - sighting.accuracyMeters > near
    }

    /// Begins the exit that the phone's system reported with a fix inside; a later fix inside revokes it.
    private mutating func depart(at sighting: FenceSighting) {
        proof.isStationary = false
        pendingExit = PendingExit(
            time: sighting.fix.time,
            edgeMeters: sighting.edgeMeters,
            coordinate: sighting.fix.coordinate,
            speed: nil,
            isReportedOnly: true
        )
    }

    private mutating func prove(
        _ sighting: FenceSighting,
        secondsSinceLast: Double,
        isRepeat: Bool,
        logOddsInside logOdds: Double,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) {
        let reportsRest = sighting.reportsRest
        let pace = sighting.pace(policy.evaluation)
        if sighting.pooledLogOdds == nil, !pace.isOnTheMove, !isRepeat {
            proof.position.add(
                sighting.fix.coordinate,
                accuracyMeters: sighting.accuracyMeters,
                secondsSinceLast: secondsSinceLast
            )
        }
        proof.add(
            sighting.fix,
            reportsRest: reportsRest,
            isRepeat: isRepeat,
            pace: pace,
            depthMeters: -sighting.edgeMeters,
            accuracyMeters: sighting.accuracyMeters,
            logOddsInside: logOdds - logOddsOutside,
            absentSeconds: absentSeconds(
                until: sighting.fix.time,
                previousFixAt: sighting.fix.time.advanced(bySeconds: -secondsSinceLast),
                policy
            ),
            continuousGapSeconds: policy.visits.continuousGapSeconds
        )
        if isRepeat, !reportsRest, !sighting.fix.reportsMotion {
            let known = repetition ?? Repetition(fixes: 0, seconds: 0)
            repetition = Repetition(fixes: known.fixes + 1, seconds: known.seconds + Float(secondsSinceLast))
        } else {
            repetition = nil
        }
        (pendingExit, departure, logOddsOutside) = (nil, nil, 0)
        if !sighting.isSmall, proof.lastClearAt != nil, Float(proof.logOddsInside) >= peak?.logOddsInside ?? -.infinity
        {
            peak = Peak(
                at: sighting.fix.time,
                count: Int32(clamping: proof.count),
                logOddsInside: Float(proof.logOddsInside),
                absentSeconds: Float(proof.absentSeconds),
                continuousSeconds: Float(proof.continuousSeconds)
            )
        }
        let span = proof.firstAt.seconds(to: proof.lastAt)
        if Double(proof.count) > policy.evaluation.repeatedPointFixes { proof.isSinglePosition = false }
        if !isConfirmed, span >= policy.evaluation.entryConfirmationSeconds || reportsRest {
            (isConfirmed, isPresumed) = (true, false)
            emit(.entered(key, at: enteredAt, proof))
        }
        if isConfirmed { emit(.stayed(key, proof)) }
    }

    /// Emits the end of the stay.
    ///
    /// A stay with no emitted entry, and too short to be one, was only a passage.
    private mutating func leave(
        after sighting: FenceSighting,
        beyondMeters: Double,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) {
        guard proof.count > 0 else { return }
        dropRepetition(policy.evaluation)
        let evidence = evidence(endedBy: sighting, policy)
        let end = exitTime(evidence.departure, policy.evaluation)
        if !isConfirmed {
            guard enteredAt.seconds(to: end) >= policy.evaluation.entryConfirmationSeconds else {
                if isPresumed { emit(.lapsed(key, isTimeout: false, proof)) }
                return
            }
            emit(.entered(key, at: enteredAt, proof))
        }
        emit(.exited(key, at: end, beyondMeters: beyondMeters, repeatedPosition: departure?.repeatedPosition, evidence))
    }
}

struct FenceSighting {
    let fix: Fix
    /// Beyond the edge, negative inside.
    let edgeMeters: Double
    let accuracyMeters: Double
    let breadthMeters: Double
    /// Whether the fix alone is accurate enough to change the fence's state.
    let isUsable: Bool
    /// The log odds of inside against outside of the mean of the stay's coarse fixes, this one included.
    ///
    /// `nil` where the fix is accurate enough to decide by itself.
    let pooledLogOdds: Double?
    /// The same at the best of the small neighbouring fences; `nil` where none has a track.
    let crowdLogOdds: Double?
    /// The side that an accepted OS transition report gives; `nil` without one.
    let side: TransitionReport.Side?
    let cadence: MovingCadence

    /// Whether the fence is small compared with the errors of fixes.
    var isSmall: Bool { breadthMeters < Fence.smallBreadthMeters }

    var reportsRest: Bool { side == .resting || fix.reportsRest }

    /// The device's pace: at rest where an OS transition report says that it dwells, else what the fix reports.
    func pace(_ rules: EvaluationPolicy.Evaluation) -> Pace { side == .resting ? .resting : rules.pace(of: fix) }
}
