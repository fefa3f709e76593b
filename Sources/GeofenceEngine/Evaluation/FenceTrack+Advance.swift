internal import VisitModel

/// One fix as one fence sees it.
struct FenceSighting {
    let fix: Fix
    /// Metres beyond the edge, negative inside.
    let edgeMeters: Double
    let accuracyMeters: Double
    let breadthMeters: Double
    /// Whether it is good enough to move the fence by itself.
    let isUsable: Bool
    /// Where the phone's system says that the phone is, where that is to be heard.
    let side: FenceClaim.Side?
}

extension FenceTrack {
    /// Takes a usable fix; false when the stay is over.
    mutating func advance(
        _ sighting: FenceSighting,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) -> Bool {
        let rules = policy.evaluation
        let (edge, accuracy, breadth) = (sighting.edgeMeters, sighting.accuracyMeters, sighting.breadthMeters)
        let heardBefore = heardAt
        let isRepeat = rules.repeatedPointFixes > 0 && sighting.fix.coordinate == heardFrom
        (heardAt, heardFrom, beatAt) = (sighting.fix.time, sighting.fix.coordinate, nil)
        let logOdds =
            isRepeat ? 0 : rules.logOddsInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        let isInside = rules.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        let isBeyond = !isInside && rules.isBeyond(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        switch sighting.side {
        case .inside:
            prove(sighting, isRepeat: isRepeat, logOddsInside: max(0, logOdds), policy: policy, emit)
            return true
        case .outside where !isBeyond && (isInside || !sighting.isUsable):
            // The phone says that it left, and its fix does not: neither is believed, and a later fix will tell.
            beginDoubt(sighting, isClaimed: true)
            return true
        case .outside: break
        case nil:
            if isInside {
                prove(sighting, isRepeat: isRepeat, logOddsInside: logOdds, policy: policy, emit)
                return true
            }
        }
        beginDoubt(sighting, isClaimed: false)
        let logOddsBefore = logOddsOutside
        logOddsOutside = max(0, logOddsOutside - logOdds)
        guard isBeyond else {
            departure = nil
            return true
        }
        let beyond = rules.weighsAccuracy ? edge - accuracy : edge
        var departure =
            self.departure
            ?? Departure(
                since: sighting.fix.time,
                farthestMeters: beyond,
                wasAbsent: rules.isAbsent(logOddsOutside: logOddsBefore) && hasLingered(until: heardBefore, rules),
                reading: nil
            )
        departure.farthestMeters = max(departure.farthestMeters, beyond)
        departure.reading =
            self.departure == nil ? .begun(by: sighting.fix, rules) : departure.reading?.joined(by: sighting.fix, rules)
        self.departure = departure
        // What the system says confirms one fix beyond the edge as a second one would.
        guard
            sighting.side == .outside
                || departure.since.seconds(to: sighting.fix.time) >= rules.exitConfirmationSeconds
        else { return true }
        let (start, end) =
            isIsolated(before: sighting.fix.coordinate, rules)
            ? (proof.firstAt, proof.wasStationary ? proof.lastAt : proof.firstAt) : dates(rules)
        leave(from: start, to: end, beyondMeters: departure.farthestMeters, policy: policy, emit)
        return false
    }

    /// Notes the first fix since the last proof that did not lie clearly inside.
    private mutating func beginDoubt(_ sighting: FenceSighting, isClaimed: Bool) {
        guard doubt == nil else { return }
        doubt = Doubt(
            time: sighting.fix.time,
            edgeMeters: sighting.edgeMeters,
            coordinate: sighting.fix.coordinate,
            speed: sighting.fix.speed,
            isClaimed: isClaimed
        )
    }

    /// Adds a fix inside.
    private mutating func prove(
        _ sighting: FenceSighting,
        isRepeat: Bool,
        logOddsInside logOdds: Double,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) {
        proof.add(
            sighting.fix,
            isRepeat: isRepeat,
            isDriving: policy.evaluation.isDriving(sighting.fix),
            depthMeters: -sighting.edgeMeters,
            logOddsInside: logOdds - logOddsOutside,
            wasAbsent: !proof.isStationary && policy.evaluation.isAbsent(logOddsOutside: logOddsOutside),
            continuousGapSeconds: policy.visits.continuousGapSeconds
        )
        (doubt, departure, logOddsOutside) = (nil, nil, 0)
        let span = proof.firstAt.seconds(to: proof.lastAt)
        if Double(proof.count) > policy.evaluation.repeatedPointFixes { proof.isSingleReading = false }
        if !isConfirmed, span >= policy.evaluation.entryConfirmationSeconds || sighting.fix.reportsRest {
            (isConfirmed, isPresumed) = (true, false)
            emit(.entered(key, at: enteredAt, proof))
        }
        if isConfirmed {
            emit(.stayed(key, proof))
        }
    }

    /// Ends the stay; a stay whose beginning was not told, and which was too short to be one, was a passing by.
    private func leave(
        from start: Timestamp,
        to end: Timestamp,
        beyondMeters: Double,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) {
        if !isConfirmed {
            guard start.seconds(to: end) >= policy.evaluation.entryConfirmationSeconds else {
                if isPresumed { emit(.lapsed(key, isSilent: false, proof)) }
                return
            }
            emit(.entered(key, at: start, proof))
        }
        emit(.left(key, at: end, beyondMeters: beyondMeters, reading: departure?.reading, proof))
    }
}
