internal import VisitModel

extension GeofenceEvaluator {
    mutating func considerEntry(
        of key: FenceKey,
        _ fix: Fix,
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard !isTracking(key), let position = catalog.position(of: key) else { return }
        let fence = catalog.fences[position]
        let edge = fence.signedDistance(to: fix.coordinate, point)
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        let (rules, breadth) = (policy.evaluation, fence.breadthMeters)
        guard rules.isUsable(accuracyMeters: accuracy, breadthMeters: breadth) else { return }
        let isInside = rules.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        let isSmall = breadth < Fence.smallBreadthMeters
        let isCandidate =
            edge <= (isSmall ? min(accuracy, WatchedFences.smallFenceMarginMeters) : 0)
            && rules.isCoarse(accuracyMeters: accuracy, breadthMeters: breadth)
        guard isInside || isCandidate else { return }
        let logOdds = rules.logOddsInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: breadth)
        let pace = policy.evaluation.pace(of: fix)
        begin(
            at: fence,
            fix,
            pace: pace,
            depthMeters: -edge,
            accuracyMeters: accuracy,
            logOddsInside: logOdds,
            isCandidate: !isInside,
            catalog: catalog,
            policy: policy,
            emit: emit
        )
    }

    /// Creates a track where an accepted OS transition report, or the fix itself, places the phone inside.
    mutating func considerEntry(
        of key: FenceKey,
        _ fix: Fix,
        reports: [TransitionReport],
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard !isTracking(key), let position = catalog.position(of: key) else { return }
        let fence = catalog.fences[position]
        let edge = fence.signedDistance(to: fix.coordinate, point)
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        let side = reports.received(of: key, edgeMeters: edge, accuracyMeters: accuracy, policy)
        guard let side else {
            considerEntry(of: key, fix, at: point, catalog: catalog, policy: policy, emit: emit)
            return
        }
        guard side != .outside else { return }
        let logOdds = policy.evaluation.logOddsInside(
            edgeMeters: edge,
            accuracyMeters: accuracy,
            breadthMeters: fence.breadthMeters
        )
        begin(
            at: fence,
            side == .resting ? fix.atRest : fix,
            pace: side == .resting ? .resting : policy.evaluation.pace(of: fix),
            depthMeters: max(0, -edge),
            accuracyMeters: accuracy,
            logOddsInside: max(0, logOdds),
            isCandidate: false,
            catalog: catalog,
            policy: policy,
            emit: emit
        )
    }

    /// Creates a track with a fix inside, or with a coarse one inside that needs others to confirm it.
    private mutating func begin(
        at fence: Fence,
        _ fix: Fix,
        pace: Pace,
        depthMeters: Double,
        accuracyMeters: Double,
        logOddsInside: Double,
        isCandidate: Bool,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let key = fence.key
        let arrival = arrival(at: fence, fix, depthMeters: depthMeters, accuracyMeters: accuracyMeters, policy)
        var track = FenceTrack(
            key: key,
            isConfirmed: false,
            enteredAt: entryTime(arrival, fix, depthMeters: depthMeters, policy: policy),
            approach: lastUsable?.coordinate,
            proof: FenceTrack.Proof(
                fix,
                isSinglePosition: policy.evaluation.repeatedPointFixes > 0 && lastUsable != nil && !fix.reportsRest,
                pace: pace,
                depthMeters: depthMeters,
                accuracyMeters: accuracyMeters,
                logOddsInside: logOddsInside,
                arrival: arrival,
                hasNeighbors: !policy.visits.countsOverlapping && catalog.hasNeighbors(of: fence)
            ),
            lastFixAt: fix.time,
            lastFixCoordinate: fix.coordinate
        )
        if isCandidate {
            track.proof.count = 0
        } else if policy.evaluation.entryConfirmationSeconds <= 0 || fix.reportsRest {
            track.isConfirmed = true
            emit(.entered(key, at: track.enteredAt, track.proof))
        }
        let place = tracks.firstIndex { $0.key > key } ?? tracks.endIndex
        tracks.insert(track, at: place)
    }
}
