internal import VisitModel

extension GeofenceEvaluator {
    mutating func advanceTracks(
        _ fix: Fix,
        _ reports: [TransitionReport],
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        let crowdLogOdds = crowdLogOdds(fix, accuracyMeters: accuracy, catalog: catalog, policy: policy)
        var index = 0
        while index < tracks.count {
            let key = tracks[index].key
            // Changed in place: tracks are large, and nearly always continue.
            guard let position = catalog.position(of: key) else {
                tracks.remove(at: index)
                continue
            }
            let fence = catalog.fences[position]
            let edge = fence.signedDistance(to: fix.coordinate, point)
            let breadth = fence.breadthMeters
            let isUsable = policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: breadth)
            let leastEdge = isUsable ? edge : edge - accuracy
            if tracks[index].isTimedOut(at: fix.time, policy.visits, cadence)
                || tracks[index].hasLeftInSilence(at: fix.time, edgeMeters: leastEdge, policy.visits, cadence)
            {
                tracks[index].endByTimeout(emit)
                tracks.remove(at: index)
                continue
            }
            let side =
                reports.isEmpty
                ? nil
                : reports.received(of: key, edgeMeters: edge, accuracyMeters: accuracy, policy)
            guard isUsable || side != nil else {
                if policy.evaluation.excludes(edgeMeters: edge, accuracyMeters: accuracy) {
                    tracks[index].contradict(fix, edgeMeters: edge - accuracy, policy.evaluation)
                }
                index += 1
                continue
            }
            let isCoarse =
                isUsable && side == nil && policy.evaluation.isCoarse(accuracyMeters: accuracy, breadthMeters: breadth)
            let sighting = FenceSighting(
                fix: fix,
                edgeMeters: edge,
                accuracyMeters: accuracy,
                breadthMeters: breadth,
                isUsable: isUsable,
                pooledLogOdds: isCoarse && edge <= accuracy
                    ? tracks[index].pool(fix, accuracyMeters: accuracy, fence, policy.evaluation)
                    : nil,
                crowdLogOdds: crowdLogOdds,
                side: side,
                cadence: cadence
            )
            if tracks[index].advance(sighting, policy: policy, emit) {
                index += 1
            } else {
                tracks.remove(at: index)
            }
        }
    }
}

extension GeofenceEvaluator {
    /// The log odds of inside, at the small neighbouring fence that the mean of a fix and those before it fits best.
    ///
    /// `nil` where no small fence with neighbours has a track.
    private func crowdLogOdds(
        _ fix: Fix,
        accuracyMeters: Double,
        catalog: FenceCatalog,
        policy: EvaluationPolicy
    ) -> Double? {
        var best: Double?
        for index in tracks.indices where tracks[index].proof.path != nil {
            guard let position = catalog.position(of: tracks[index].key) else { continue }
            let fence = catalog.fences[position]
            guard fence.isSmall else { continue }
            var mean = tracks[index].proof.position
            mean.add(
                fix.coordinate,
                accuracyMeters: accuracyMeters,
                secondsSinceLast: tracks[index].lastFixAt.seconds(to: fix.time)
            )
            best = max(best ?? -.infinity, mean.logOddsInside(of: fence, policy.evaluation))
        }
        return best
    }
}

extension FenceTrack {
    /// Adds a coarse fix to the mean position; returns the log odds of inside against outside of the mean.
    fileprivate mutating func pool(
        _ fix: Fix,
        accuracyMeters: Double,
        _ fence: Fence,
        _ rules: EvaluationPolicy.Evaluation
    ) -> Double {
        // A repeated position is no independent evidence.
        if fix.coordinate != lastFixCoordinate {
            let seconds = lastFixAt.seconds(to: fix.time)
            proof.position.add(fix.coordinate, accuracyMeters: accuracyMeters, secondsSinceLast: seconds)
        }
        return proof.position.logOddsInside(of: fence, rules)
    }

    /// Records a fix that is too inaccurate to change the fence's state and yet shows that the device is elsewhere.
    ///
    /// It ends no stay by itself; the time around two such fixes is neither proven nor bridged.
    fileprivate mutating func contradict(_ fix: Fix, edgeMeters: Double, _ rules: EvaluationPolicy.Evaluation) {
        if let pendingExit, pendingExit.isPoor, pendingExit.time.seconds(to: fix.time) < rules.denseGapSeconds {
            return
        }
        if pendingExit == nil {
            pendingExit = PendingExit(
                time: fix.time,
                edgeMeters: edgeMeters,
                coordinate: fix.coordinate,
                speed: nil,
                isPoor: true
            )
        }
        logOddsOutside += rules.largestLogOdds
    }
}
