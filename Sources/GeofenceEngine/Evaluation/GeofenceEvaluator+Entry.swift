internal import VisitModel

extension GeofenceEvaluator {
    /// Begins a track where a fix lies inside a fence that has none.
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
        guard policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters),
            policy.evaluation.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: fence.breadthMeters)
        else { return }
        let logOdds = policy.evaluation.logOddsInside(
            edgeMeters: edge,
            accuracyMeters: accuracy,
            breadthMeters: fence.breadthMeters
        )
        let pace = policy.evaluation.pace(of: fix)
        begin(at: fence, fix, pace: pace, depthMeters: -edge, logOddsInside: logOdds, policy: policy, emit: emit)
    }

    /// Begins a track where the phone's system says that it is inside and the fix does not belie it, or where the fix says so.
    mutating func considerEntry(
        of key: FenceKey,
        _ fix: Fix,
        claims: [FenceClaim],
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard !isTracking(key), let position = catalog.position(of: key) else { return }
        let fence = catalog.fences[position]
        let edge = fence.signedDistance(to: fix.coordinate, point)
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        let side = claims.heard(of: key, edgeMeters: edge, accuracyMeters: accuracy, policy)
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
            logOddsInside: max(0, logOdds),
            policy: policy,
            emit: emit
        )
    }

    /// Begins a track with a fix inside.
    private mutating func begin(
        at fence: Fence,
        _ fix: Fix,
        pace: Pace,
        depthMeters: Double,
        logOddsInside: Double,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let key = fence.key
        var track = FenceTrack(
            key: key,
            isConfirmed: false,
            enteredAt: entryTime(of: fence, fix, depthMeters: depthMeters, policy: policy),
            approach: approach(at: pace),
            proof: FenceTrack.Proof(
                fix,
                isSingleReading: policy.evaluation.repeatedPointFixes > 0 && lastUsable != nil && !fix.reportsRest,
                pace: pace,
                depthMeters: depthMeters,
                logOddsInside: logOddsInside
            ),
            heardAt: fix.time,
            heardFrom: fix.coordinate
        )
        if policy.evaluation.entryConfirmationSeconds <= 0 || fix.reportsRest {
            track.isConfirmed = true
            emit(.entered(key, at: track.enteredAt, track.proof))
        }
        let place = tracks.firstIndex { $0.key > key } ?? tracks.endIndex
        tracks.insert(track, at: place)
    }

    /// Where the device was before, where it may have stayed there: who was on the move and is at rest now has come here.
    private func approach(at pace: Pace) -> Coordinate? {
        guard let before = lastUsable else { return nil }
        return before.isOnTheMove && pace == .resting ? nil : before.coordinate
    }

    /// When the device crossed the edge, seen from the first fix inside.
    private func entryTime(of fence: Fence, _ fix: Fix, depthMeters: Double, policy: EvaluationPolicy) -> Timestamp {
        guard let before = lastUsable else { return fix.time }
        let gap = before.time.seconds(to: fix.time)
        guard gap > policy.evaluation.denseGapSeconds, gap <= policy.visits.silenceLimitSeconds ?? .infinity else {
            return fix.time
        }
        let edge = fence.signedDistance(to: before.coordinate, EarthPoint(before.coordinate))
        let travel = max(0, edge) / policy.evaluation.travelSpeed
        let entry = min(fix.time, before.time.advanced(bySeconds: travel))
        guard let speed = fix.speed, speed >= policy.evaluation.movingSpeed else { return entry }
        // Who is on the move has come just now: as long ago as the way in from the edge takes.
        return max(entry, fix.time.advanced(bySeconds: -max(0, depthMeters) / speed))
    }
}
