internal import VisitModel

extension GeofenceEvaluator {
    /// What the fixes before the first one inside say of the entry.
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
        return StayBoundary(
            earliest: min(earliest, fix.time),
            latest: latest,
            gapSeconds: before.time.seconds(to: fix.time),
            edgeMeters: edge,
            motion: before.motion(after: earlierUsable)
        )
    }

    /// How long after it has come to rest a phone reports so at most, in seconds: stop timeouts are 1 to 5 minutes.
    private static let stopSeconds = 300.0
    /// How long ago an entry is at most that no fix shows, as an estimate, in seconds: half of a visit of an hour.
    private static let halfVisitSeconds = 1800.0

    /// When the device crossed the edge, as a single best estimate.
    ///
    /// The first fix inside, where it came soon after the last one outside. After a longer gap: just before a first fix
    /// that is on the move, or reports that it has stopped; on the way in, where the last fix outside was on the move and
    /// near; else the middle of the time in which it can have been, but half an hour ago at most.
    func entryTime(_ arrival: StayBoundary, _ fix: Fix, depthMeters: Double, policy: EvaluationPolicy) -> Timestamp {
        let rules = policy.evaluation
        guard let gap = arrival.gapSeconds, let before = lastUsable, gap > rules.denseGapSeconds else {
            return fix.time
        }
        // Inside before a silence that ended the stay, and inside after it: nothing shows a later entry.
        if arrival.edgeMeters <= 0, gap > policy.visits.silenceLimitSeconds ?? .infinity { return fix.time }
        let edge = max(0, arrival.edgeMeters)
        let earliest = min(fix.time, before.time.advanced(bySeconds: edge / rules.travelSpeed))
        if let speed = fix.speed, speed >= rules.movingSpeed {
            // Who is on the move has come just now: as long ago as the way in from the edge takes.
            return max(earliest, fix.time.advanced(bySeconds: -max(0, depthMeters) / speed))
        }
        if arrival.motion == .moving, edge <= EvaluationPolicy.Evaluation.nearbyMeters {
            return min(fix.time, before.time.advanced(bySeconds: edge / StayBoundary.walkingSpeed))
        }
        let ago = min(Self.halfVisitSeconds, earliest.seconds(to: fix.time) / 2)
        let middle = fix.time.advanced(bySeconds: -ago)
        // A phone that reports that it has stopped does so within minutes.
        return fix.flags.contains(.stationary) ? max(middle, fix.time.advanced(bySeconds: -Self.stopSeconds)) : middle
    }
}

extension GeofenceEvaluator.Sighting {
    /// What a usable fix says of where the device was.
    init(_ fix: Fix, accuracyMeters: Double, _ rules: EvaluationPolicy.Evaluation) {
        self.init(
            time: fix.time,
            coordinate: fix.coordinate,
            accuracyMeters: accuracyMeters,
            motion: rules.pace(of: fix).motion
        )
    }

    /// Whether nearly all of its accuracy circle lies outside of a fence.
    func isClearlyOutside(_ fence: Fence) -> Bool {
        fence.signedDistance(to: coordinate, EarthPoint(coordinate)) > StayBoundary.clearAccuracies * accuracyMeters
    }

    /// Whether the device moved or rested: what the fix says, or else what the way from the fix before shows.
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
    /// The pace without its degrees.
    var motion: StayBoundary.Motion {
        switch self {
        case .driving, .moving: .moving
        case .unsaid: .unknown
        case .resting: .resting
        }
    }
}
