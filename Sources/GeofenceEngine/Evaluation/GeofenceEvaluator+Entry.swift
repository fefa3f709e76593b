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
        let decidesInside = policy.evaluation.decidesInside(
            edgeMeters: edge,
            accuracyMeters: accuracy,
            breadthMeters: fence.breadthMeters
        )
        guard decidesInside, let place = tracks.firstIndex(where: { $0.key == key }) else { return }
        tracks[place].presumeEntry(emit)
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

extension GeofenceEvaluator {
    private func arrival(
        at fence: Fence,
        _ fix: Fix,
        depthMeters: Double,
        accuracyMeters: Double,
        _ policy: EvaluationPolicy
    ) -> StayBoundary {
        let latest = StayBoundary.latestEntry(fix.time, depthMeters: depthMeters, accuracyMeters: accuracyMeters)
        guard let before = lastUsable else {
            let limit = policy.visits.silenceLimitSeconds ?? 0
            return StayBoundary(
                earliest: fix.time.advanced(bySeconds: -limit),
                latest: latest,
                gapSeconds: nil,
                edgeMeters: 0,
                motion: .unknown
            )
        }
        let edge = fence.signedDistance(to: before.coordinate, EarthPoint(before.coordinate))
        var earliest = before.time
        if let clear = [lastUsable, earlierUsable].compactMap(\.self).first(where: { $0.isClearlyOutside(fence) }) {
            let clearEdge = fence.signedDistance(to: clear.coordinate, EarthPoint(clear.coordinate))
            earliest = clear.time.advanced(
                bySeconds: StayBoundary.fastestSeconds(
                    meters: clearEdge - StayBoundary.clearAccuracies * clear.accuracyMeters
                )
            )
        } else if let earlierUsable {
            earliest = earlierUsable.time
        }
        if fix.flags.contains(.stationary) {
            let wayIn = max(0, depthMeters) / StayBoundary.slowestSpeed
            earliest = max(earliest, fix.time.advanced(bySeconds: -Self.stopSeconds - wayIn))
        }
        if fix.flags.contains(.clockCorrected) {
            earliest = earliest.advanced(bySeconds: -StayBoundary.correctedClockSeconds)
        }
        return StayBoundary(
            earliest: min(earliest, fix.time),
            latest: latest,
            gapSeconds: before.time.seconds(to: fix.time),
            edgeMeters: edge,
            motion: before.motion(after: earlierUsable),
            movingIntervalSeconds: cadence.intervalSeconds,
            isJump: isJump(into: fence, from: before, edgeMeters: edge, at: fix.time, policy.hygiene)
        )
    }

    /// Whether the device would have had to jump into a fence from its last fix, and from the one before.
    ///
    /// A last fix is taken for a wrong position on the way in where the one before, of the last quarter of an hour, lay at
    /// most half as far from the edge, and there was time to come from there.
    private func isJump(
        into fence: Fence,
        from last: Sighting,
        edgeMeters: Double,
        at time: Timestamp,
        _ policy: EvaluationPolicy.Hygiene
    ) -> Bool {
        let gapSeconds = last.time.seconds(to: time)
        guard StayBoundary.isJump(edgeMeters: edgeMeters, gapSeconds: gapSeconds, policy) else { return false }
        guard let earlierUsable else { return true }
        let earlierGapSeconds = earlierUsable.time.seconds(to: time)
        let earlierEdgeMeters = fence.signedDistance(
            to: earlierUsable.coordinate,
            EarthPoint(earlierUsable.coordinate)
        )
        let isNearer = earlierEdgeMeters <= edgeMeters / 2 && earlierGapSeconds <= StayBoundary.longestJumpSeconds
        return !isNearer
            || StayBoundary.isJump(edgeMeters: earlierEdgeMeters, gapSeconds: earlierGapSeconds, policy)
    }

    /// The longest time from coming to rest to the phone's report of it: stop timeouts are 1 to 5 minutes.
    private static let stopSeconds = 300.0
    /// The longest time before the first fix at which an unobserved entry is estimated: half of an hour's visit.
    private static let halfVisitSeconds = 1800.0

    /// The best single estimate of the time at which the device crossed the edge.
    ///
    /// It is the first fix inside, where that came soon after the last one outside. After a longer gap it lies just
    /// before a first fix that is on the move, or reports that it has stopped. Where the last fix outside was on the
    /// move and near, it is the time of that fix plus the walking time to the edge. Otherwise it is the middle of the
    /// possible interval, but half an hour ago at most.
    func entryTime(_ arrival: StayBoundary, _ fix: Fix, depthMeters: Double, policy: EvaluationPolicy) -> Timestamp {
        let rules = policy.evaluation
        guard let gap = arrival.gapSeconds, let before = lastUsable, gap > rules.denseGapSeconds else {
            return fix.time
        }
        // After a gap that would have ended a stay nothing shows when the device came.
        if gap > policy.visits.silenceLimitSeconds ?? .infinity { return fix.time }
        let edge = max(0, arrival.edgeMeters)
        let earliest = min(fix.time, before.time.advanced(bySeconds: edge / rules.travelSpeed))
        if let speed = fix.speed, speed >= rules.movingSpeed {
            // A device on the move has just entered: the way in from the edge at its speed dates the entry.
            return max(earliest, fix.time.advanced(bySeconds: -max(0, depthMeters) / speed))
        }
        if arrival.motion == .moving, edge <= EvaluationPolicy.Evaluation.nearbyMeters {
            return min(fix.time, before.time.advanced(bySeconds: edge / StayBoundary.walkingSpeed))
        }
        let ago = min(Self.halfVisitSeconds, earliest.seconds(to: fix.time) / 2)
        let middle = fix.time.advanced(bySeconds: -ago)
        // A phone reports a stop within minutes.
        return fix.flags.contains(.stationary) ? max(middle, fix.time.advanced(bySeconds: -Self.stopSeconds)) : middle
    }
}

extension GeofenceEvaluator.Sighting {
    init(_ fix: Fix, accuracyMeters: Double, _ rules: EvaluationPolicy.Evaluation) {
        self.init(
            time: fix.time,
            coordinate: fix.coordinate,
            accuracyMeters: accuracyMeters,
            motion: rules.pace(of: fix).motion
        )
    }

    /// Whether nearly all of its accuracy circle lies outside.
    fileprivate func isClearlyOutside(_ fence: Fence) -> Bool {
        fence.signedDistance(to: coordinate, EarthPoint(coordinate)) > StayBoundary.clearAccuracies * accuracyMeters
    }

    /// The motion that the fix reports, or else that the distance from the fix before shows.
    fileprivate func motion(after earlier: GeofenceEvaluator.Sighting?) -> StayBoundary.Motion {
        guard motion == .unknown, let earlier else { return motion }
        return StayBoundary.Motion(
            meters: earlier.coordinate.distance(to: coordinate),
            seconds: earlier.time.seconds(to: time),
            errorMeters: earlier.accuracyMeters + accuracyMeters
        )
    }
}

extension Pace {
    var motion: StayBoundary.Motion {
        switch self {
        case .driving, .moving: .moving
        case .unsaid: .unknown
        case .resting: .resting
        }
    }
}
