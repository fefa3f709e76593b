internal import VisitModel

extension GeofenceEvaluator {
    func arrival(
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
            motion: before.motion(after: earlierUsable)
        )
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
        // Inside before a gap in fixes that ended the stay, and inside after it: nothing shows a later entry.
        if arrival.edgeMeters <= 0, gap > policy.visits.silenceLimitSeconds ?? .infinity { return fix.time }
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
    func isClearlyOutside(_ fence: Fence) -> Bool {
        fence.signedDistance(to: coordinate, EarthPoint(coordinate)) > StayBoundary.clearAccuracies * accuracyMeters
    }

    /// The motion that the fix reports, or else that the distance from the fix before shows.
    func motion(after earlier: GeofenceEvaluator.Sighting?) -> StayBoundary.Motion {
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
