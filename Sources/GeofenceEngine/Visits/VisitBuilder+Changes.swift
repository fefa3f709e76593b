internal import Foundation
internal import VisitModel

extension VisitBuilder {
    /// Opens a stay, continues the one that ended a moment ago, or confirms a presumed one.
    mutating func enter(
        _ fence: Fence,
        in surroundings: Surroundings,
        at time: Timestamp,
        _ proof: FenceTrack.Proof,
        device: DeviceID,
        policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) {
        if let index = open.firstIndex(where: { $0.key == fence.key }) {
            confirm(at: index, in: fence, surroundings, since: time, proof, policy: policy, emit)
            return
        }
        var stay = Stay(of: device, at: fence, since: time, proof)
        if let index = recent.firstIndex(where: { $0.stay.key == fence.key }) {
            let earlier = recent.remove(at: index)
            if earlier.isContinued(by: proof, policy.visits) {
                stay = earlier.stay
                if earlier.repeatedPosition == nil {
                    stay.proof.outsideSeconds += stay.proof.lastAt.seconds(to: proof.firstAt)
                }
                stay.exitedAt = nil
                (stay.departure, stay.passage) = (nil, nil)
                stay.status = .open
                stay.entries += 1
                stay.earlierProof = stay.proof
                stay.proof = stay.proof.joined(with: proof)
            } else {
                fingerprints.record(earlier.stay)
            }
        }
        stay.flagDoubtfulFixes()
        flagRepeatedTrack(of: &stay)
        stay.earlierVisits = earlierVisits(to: fence)
        emit(.entered(stay, at: time))
        stay.nightShare = nightShare(of: stay, in: fence)
        open.append(stay)
        if !stay.proof.isSinglePosition { emitDwell(at: open.count - 1, in: fence, surroundings, policy, emit) }
    }

    mutating func grow(
        _ fence: Fence,
        in surroundings: Surroundings,
        _ proof: FenceTrack.Proof,
        policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == fence.key }) else { return }
        let before = open[index].proof.lastAt
        open[index].replaceProof(proof)
        flagRepeatedTrack(of: &open[index])
        open[index].nightShare = nightShare(of: open[index], in: fence)
        // The repetition of one cached fix may still prove wrong; only the exit shows it.
        let isLasting = !open[index].proof.isSinglePosition
        if !isLasting || !emitDwell(at: index, in: fence, surroundings, since: before, policy, emit) {
            emit(.grew(open[index]))
        }
    }

    /// Ends a stay; without `beyondMeters` the device may be anywhere since.
    mutating func end(
        _ fence: Fence,
        in surroundings: Surroundings,
        at time: Timestamp,
        as status: Visit.Status,
        _ evidence: StayEvidence,
        beyondMeters: Double = .infinity,
        repeatedPosition: RepeatedPosition? = nil,
        policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == fence.key }) else { return }
        var stay = open.remove(at: index)
        stay.replaceProof(evidence.proof)
        (stay.departure, stay.passage) = (evidence.departure, evidence.passage)
        stay.flagDoubtfulFixes()
        stay.flagJumpBack(policy.hygiene)
        flagRepeatedTrack(of: &stay)
        stay.nightShare = nightShare(of: stay, in: fence)
        stay.exitedAt = max(time, stay.enteredAt)
        // The last position was only repeated: the stay was shorter than it seemed.
        if !stay.hasLasted(until: stay.exitedAt ?? time) { stay.dwelledAt = nil }
        if stay.dwelledAt == nil, stay.isSureEnough(in: fence, policy) {
            stay.extendToThreshold(policy)
            if stay.hasLasted(until: stay.exitedAt ?? time), stay.stayEvidence.supportsInside(at: fence, policy),
                isLikeliestAtEnd(stay, at: fence, in: surroundings, policy)
            {
                emitDwell(of: &stay, emit)
            }
        }
        stay.status = status
        emit(.exited(stay, at: stay.exitedAt ?? time))
        recent.append(Recent(stay: stay, beyondMeters: beyondMeters, repeatedPosition: repeatedPosition))
    }

    mutating func markChanged(_ key: FenceKey) {
        for index in open.indices where open[index].key == key { open[index].doubts.insert(.facilityChanged) }
    }

    /// Emits the dwell once an open stay has lasted for its threshold, absences excluded, is sure enough to count, and is
    /// more likely at this fence than at another one.
    ///
    /// `before` is the last fix inside before this one; `nil` for the first one of a stay.
    @discardableResult
    mutating func emitDwell(
        at index: Int,
        in fence: Fence,
        _ surroundings: Surroundings,
        since before: Timestamp? = nil,
        _ policy: EvaluationPolicy,
        _ emit: (consuming Change) -> Void
    ) -> Bool {
        guard open[index].dwelledAt == nil, open[index].hasLasted(until: open[index].proof.lastAt),
            open[index].stayEvidence.supportsInside(at: fence, policy), open[index].isSureEnough(in: fence, policy),
            open[index].isDwellDue(since: before),
            isLikeliest(open[index], at: fence, in: surroundings, now: open[index].proof.lastAt, policy)
        else { return false }
        emitDwell(of: &open[index], emit)
        return true
    }

    /// Whether a stay that ended was at no other fence.
    private func isLikeliestAtEnd(
        _ stay: Stay,
        at fence: Fence,
        in surroundings: Surroundings,
        _ policy: EvaluationPolicy
    ) -> Bool {
        guard let departure = stay.departure else {
            return isLikeliestUnseen(stay, at: fence, in: surroundings.catalog, policy)
        }
        return isLikeliest(stay, at: fence, in: surroundings, now: departure.latest, policy)
    }

    private func emitDwell(of stay: inout Stay, _ emit: (consuming Change) -> Void) {
        let due = stay.enteredAt.advanced(bySeconds: Double(stay.thresholdSeconds))
        stay.dwelledAt = due
        emit(.dwelled(stay, at: due))
    }
}

extension VisitBuilder {
    /// Flags a stay for fixes that were sent before.
    private func flagRepeatedTrack(of stay: inout Stay) {
        if fingerprints.contains(stay.proof) { stay.doubts.insert(.repeatedTrack) }
    }

    /// The certainty that a stay was where the member spends the nights, 0...1; 0 at a place of long stays.
    func nightShare(of stay: Stay, in fence: Fence) -> Double {
        guard fence.stays == .short else { return 0 }
        return nightPlaces.share(
            of: stay.proof.position,
            at: fence,
            from: stay.proof.firstAt,
            to: stay.exitedAt ?? stay.proof.lastAt
        )
    }
}

extension Stay {
    init(of device: DeviceID, at fence: Fence, since time: Timestamp, _ proof: FenceTrack.Proof) {
        self.init(
            id: StayID(device: device, facility: fence.facility, enteredAt: time),
            key: fence.key,
            enteredAt: time,
            thresholdSeconds: fence.dwellThreshold.seconds,
            proof: proof
        )
        flagDoubtfulFixes()
    }

    fileprivate func isSureEnough(in fence: Fence, _ policy: EvaluationPolicy) -> Bool {
        let least = policy.confidence.countsFrom
        return least <= 0 || stayEvidence.confidence(at: fence, isOpen: exitedAt == nil, policy) >= least
    }

    /// Absences excluded.
    fileprivate func hasLasted(until time: Timestamp) -> Bool { missingSeconds(until: time) <= 0 }

    /// Whether it is time to compare the stay with those at other fences, which takes long: once a minute up to twice the
    /// threshold, and then once in a threshold.
    fileprivate func isDwellDue(since before: Timestamp?) -> Bool {
        guard proof.path != nil, let before else { return true }
        let threshold = max(60, Double(thresholdSeconds))
        let (known, now) = (
            enteredAt.seconds(to: before) - proof.absentSeconds,
            enteredAt.seconds(to: proof.lastAt) - proof.absentSeconds
        )
        let interval = known < 2 * threshold ? 60 : threshold
        return known < Double(thresholdSeconds) || (known / interval).rounded(.down) < (now / interval).rounded(.down)
    }

    private func missingSeconds(until time: Timestamp) -> Double {
        Double(thresholdSeconds) + proof.absentSeconds - enteredAt.seconds(to: time)
    }

    /// Moves the exit, then the entry, within their bounds, until an ended stay lasts for its threshold.
    ///
    /// Given that it was a visit, these are the times nearest to the estimates. Only gaps in fixes are used: where
    /// fixes came every two minutes the times are known. Called for a stay that is sure enough to count.
    fileprivate mutating func extendToThreshold(_ policy: EvaluationPolicy) {
        guard policy.confidence.countsFrom > 0, let exit = exitedAt, !hasLasted(until: exit) else { return }
        let dense = policy.evaluation.denseGapSeconds
        var missing = missingSeconds(until: exit)
        var latestExit = exit
        if let departure {
            if departure.gapSeconds.map({ $0 > dense }) ?? false {
                latestExit = max(exit, departure.likelyLatest(after: proof.lastAt))
            }
        } else {
            latestExit = exit.advanced(bySeconds: missing)
        }
        let isEntrySeen = proof.arrival.gapSeconds.map { $0 <= dense } ?? true
        let earliestEntry =
            isEntrySeen || proof.arrival.isUnknown(policy.visits) ? enteredAt : min(enteredAt, proof.arrival.earliest)
        guard exit.seconds(to: latestExit) + earliestEntry.seconds(to: enteredAt) >= missing else { return }
        exitedAt = min(latestExit, exit.advanced(bySeconds: missing))
        missing -= exit.seconds(to: exitedAt ?? exit)
        if missing > 0 { enteredAt = enteredAt.advanced(bySeconds: -missing) }
    }

    /// Replaces the proof since the last entry.
    mutating func replaceProof(_ current: FenceTrack.Proof) {
        proof = earlierProof?.joined(with: current) ?? current
        flagDoubtfulFixes()
    }

    /// Flags the stay for a mock fix inside, for a fix that came while the phone's clock seemed to be behind, for fixes
    /// that all came while its location was off, and for positions that jumped there.
    mutating func flagDoubtfulFixes() {
        if proof.hasMock { doubts.insert(.mockLocation) }
        if proof.hasClockBehind { doubts.insert(.clockBehind) }
        if proof.isLocationOff { doubts.insert(.locationOff) } else { doubts.remove(.locationOff) }
        if hasJumpedThere { doubts.insert(.positionJump) } else { doubts.remove(.positionJump) }
    }

    /// Whether the positions came in a jump, and did not leave as a phone that was there leaves.
    ///
    /// A phone whose positions jump away from where it is, and back, was seen to come or is seen to leave.
    private var hasJumpedThere: Bool {
        guard proof.arrival.isJump else { return false }
        guard let departure, let gapSeconds = departure.gapSeconds else { return true }
        return departure.isJump || gapSeconds > StayBoundary.longestJumpSeconds
    }

    /// Flags a stay that ended with a jump for one from its last fix before, whatever the fix before that shows.
    ///
    /// Positions that jump away from where the device is, and back, may have a wrong one before them.
    fileprivate mutating func flagJumpBack(_ policy: EvaluationPolicy.Hygiene) {
        guard departure?.isJump == true, let gapSeconds = proof.arrival.gapSeconds,
            StayBoundary.isJump(edgeMeters: proof.arrival.edgeMeters, gapSeconds: gapSeconds, policy)
        else { return }
        doubts.insert(.positionJump)
    }
}

extension VisitBuilder.Recent {
    /// The longest time between exit and re-entry that continues the stay, in seconds.
    ///
    /// A single position beyond the edge, however often repeated, is no better evidence of a departure than a gap in
    /// fixes. In that case more is allowed, counted from the last fix inside.
    func mergeGapSeconds(_ policy: EvaluationPolicy.Visits) -> Double {
        guard repeatedPosition != nil, policy.mergeGapSeconds > 0 else { return policy.mergeGapSeconds }
        return policy.takeoverGapSeconds
    }

    mutating func record(_ fix: Fix, beyondMeters beyond: Double, _ policy: EvaluationPolicy) {
        if let repeatedPosition {
            if let joined = repeatedPosition.joined(by: fix, policy.evaluation) {
                self.repeatedPosition = joined
                return
            }
            // A fix at the edge does not show how far away the device has been.
            if fix.coordinate != repeatedPosition.coordinate, beyond <= policy.visits.mergeBeyondMeters { return }
            self.repeatedPosition = nil
        }
        beyondMeters = max(beyondMeters, beyond)
    }

    /// Whether fixes inside continue the stay: they came soon enough, and the device was not far away in between.
    func isContinued(by proof: FenceTrack.Proof, _ policy: EvaluationPolicy.Visits) -> Bool {
        guard policy.mergeGapSeconds > 0, let exitedAt = stay.exitedAt else { return false }
        if repeatedPosition != nil { return stay.proof.lastAt.seconds(to: proof.firstAt) <= mergeGapSeconds(policy) }
        return exitedAt.seconds(to: proof.firstAt) <= policy.mergeGapSeconds
            && beyondMeters <= policy.mergeBeyondMeters
    }
}

extension FenceTrack.Proof {
    /// The time between two parts of one stay is not proven.
    func joined(with later: FenceTrack.Proof) -> FenceTrack.Proof {
        FenceTrack.Proof(
            firstAt: firstAt,
            lastAt: later.lastAt,
            count: count + later.count,
            isSinglePosition: false,
            logOddsInside: logOddsInside + later.logOddsInside,
            absentSeconds: absentSeconds + later.absentSeconds,
            continuousSeconds: continuousSeconds + later.continuousSeconds,
            depthMeters: max(depthMeters, later.depthMeters),
            isStationary: later.isStationary,
            wasStationary: wasStationary || later.wasStationary,
            pace: pace.joined(by: later.pace),
            hasMock: hasMock || later.hasMock,
            hasClockBehind: hasClockBehind || later.hasClockBehind,
            isLocationOff: isLocationOff && later.isLocationOff,
            arrival: arrival,
            lastClearAt: later.lastClearAt ?? lastClearAt,
            position: position.joined(with: later.position),
            drift: drift.joined(
                with: later.drift,
                from: position.origin,
                to: later.position.origin,
                afterSeconds: firstAt.seconds(to: later.firstAt)
            ),
            fingerprint: fingerprint.joined(with: later.fingerprint),
            outsideSeconds: outsideSeconds + later.outsideSeconds,
            path: path.flatMap { path in later.path.map { StayPath(joining: [path, $0]) } }
        )
    }
}

extension EvaluationPolicy.Visits {
    /// The longest gap in fixes, in seconds, within a visit of which nothing shows that the member left.
    ///
    /// Twice the gap that two fixes inside prove, but a day at most; 0 where visits are never continued.
    package var takeoverGapSeconds: Double {
        mergeGapSeconds > 0 ? max(mergeGapSeconds, min(86_400, 2 * continuousGapSeconds)) : 0
    }
}
