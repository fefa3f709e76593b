internal import VisitModel

extension GeofenceEvaluator {
    /// Holds a fix against every fence that something is going on at.
    mutating func advanceTracks(
        _ fix: Fix,
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        var kept: [FenceTrack] = []
        kept.reserveCapacity(tracks.count)
        for var track in tracks {
            guard let position = catalog.position(of: track.key) else { continue }
            if track.isSilent(at: fix.time, policy.visits) {
                track.endInSilence(emit)
                continue
            }
            let fence = catalog.fences[position]
            guard policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters) else {
                kept.append(track)
                continue
            }
            let sighting = FenceSighting(
                fix: fix,
                edgeMeters: fence.signedDistance(to: fix.coordinate, point),
                accuracyMeters: accuracy,
                breadthMeters: fence.breadthMeters
            )
            if track.advance(sighting, policy: policy, emit) {
                kept.append(track)
            }
        }
        replaceTracks(kept)
    }
}

/// One fix as one fence sees it.
struct FenceSighting {
    let fix: Fix
    /// Metres beyond the edge, negative inside.
    let edgeMeters: Double
    let accuracyMeters: Double
    let breadthMeters: Double
}

extension FenceTrack {
    /// Whether nothing was heard for longer than the limit.
    func isSilent(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        let limit = proof.isStationary ? policy.stationarySilenceLimitSeconds : policy.silenceLimitSeconds
        guard let limit else { return false }
        return heardAt.seconds(to: time) > limit
    }

    /// Ends the stay at its last proof, telling of it only where its beginning was told.
    func endInSilence(_ emit: (FenceTransition) -> Void) {
        if isConfirmed {
            emit(.fellSilent(key, proof))
        }
    }

    /// Takes a usable fix; false when the stay is over.
    mutating func advance(
        _ sighting: FenceSighting,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) -> Bool {
        let rules = policy.evaluation
        let (edge, accuracy, breadth) = (sighting.edgeMeters, sighting.accuracyMeters, sighting.breadthMeters)
        heardAt = sighting.fix.time
        if rules.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth) {
            prove(sighting, policy: policy, emit)
            return true
        }
        if doubt == nil {
            doubt = Doubt(time: sighting.fix.time, edgeMeters: edge, coordinate: sighting.fix.coordinate)
        }
        guard rules.isBeyond(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth) else {
            departure = nil
            return true
        }
        let beyond = rules.weighsAccuracy ? edge - accuracy : edge
        var departure = self.departure ?? Departure(since: sighting.fix.time, farthestMeters: beyond)
        departure.farthestMeters = max(departure.farthestMeters, beyond)
        self.departure = departure
        guard departure.since.seconds(to: sighting.fix.time) >= rules.exitConfirmationSeconds else { return true }
        leave(beyondMeters: departure.farthestMeters, policy: policy, emit)
        return false
    }

    /// Adds a fix inside.
    private mutating func prove(
        _ sighting: FenceSighting,
        policy: EvaluationPolicy,
        _ emit: (FenceTransition) -> Void
    ) {
        proof.add(
            sighting.fix,
            depthMeters: -sighting.edgeMeters,
            continuousGapSeconds: policy.visits.continuousGapSeconds
        )
        (doubt, departure) = (nil, nil)
        let span = proof.firstAt.seconds(to: proof.lastAt)
        if !isConfirmed, span >= policy.evaluation.entryConfirmationSeconds || sighting.fix.reportsRest {
            isConfirmed = true
            emit(.entered(key, at: enteredAt, proof))
        }
        if isConfirmed {
            emit(.stayed(key, proof))
        }
    }

    /// Ends the stay; a stay whose beginning was not told, and which was too short to be one, was a passing by.
    private mutating func leave(beyondMeters: Double, policy: EvaluationPolicy, _ emit: (FenceTransition) -> Void) {
        let (start, end) = dates(policy.evaluation)
        if !isConfirmed {
            guard start.seconds(to: end) >= policy.evaluation.entryConfirmationSeconds else { return }
            emit(.entered(key, at: start, proof))
        }
        emit(.left(key, at: end, beyondMeters: beyondMeters, proof))
    }

    /// When the stay began and ended, now that it is over.
    private func dates(_ rules: EvaluationPolicy.Evaluation) -> (start: Timestamp, end: Timestamp) {
        guard let doubt else { return (enteredAt, proof.lastAt) }
        if rules.datesExitAtFirstFixOutside { return (enteredAt, doubt.time) }
        guard proof.lastAt.seconds(to: doubt.time) > rules.denseGapSeconds else { return (enteredAt, proof.lastAt) }
        if proof.count == 1, let approach,
            approach.distance(to: doubt.coordinate) < rules.isolatedFixReturnMeters
        {
            return (proof.firstAt, proof.lastAt)
        }
        let travel = max(0, doubt.edgeMeters) / rules.travelSpeed
        return (enteredAt, max(proof.lastAt, doubt.time.advanced(bySeconds: -travel)))
    }
}
