public import VisitModel

/// Decides for one device which fences it is inside of.
///
/// A value: the same fixes in the same order give the same transitions. Time comes from the fixes. The rules are those
/// of `EvaluationPolicy.Evaluation`; a fix that could be anywhere changes nothing, an entry needs time inside, an exit
/// needs a second fix clearly beyond the edge, and what happened in a silence is dated by the way to the edge.
public struct GeofenceEvaluator: Hashable, Sendable {
    /// The fences that something is going on at, by key.
    public private(set) var tracks: [FenceTrack]
    /// The last fix good enough to tell where the device was.
    public private(set) var lastUsable: Sighting?

    /// Where and when the device was.
    public struct Sighting: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// Where.
        public let coordinate: Coordinate

        /// Makes a sighting.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - coordinate: where.
        public init(time: Timestamp, coordinate: Coordinate) {
            self.time = time
            self.coordinate = coordinate
        }
    }

    /// Begins outside of everything, or goes on from stored parts.
    ///
    /// - Parameters:
    ///   - tracks: the fences that something is going on at.
    ///   - lastUsable: the last fix good enough to tell where the device was.
    public init(tracks: [FenceTrack] = [], lastUsable: Sighting? = nil) {
        self.tracks = tracks.sorted { $0.key < $1.key }
        self.lastUsable = lastUsable
    }

    /// Whether something is going on at a fence.
    ///
    /// - Parameter key: the fence.
    /// - Returns: true from the first fix inside until the exit is decided.
    public func isTracking(_ key: FenceKey) -> Bool {
        tracks.contains { $0.key == key }
    }

    /// Takes the next believed fix.
    ///
    /// - Parameters:
    ///   - fix: after every fix taken before.
    ///   - claims: what the phone's system says with it has happened at some fences; heard of those that are watched.
    ///   - point: its coordinate, converted.
    ///   - watched: the fences registered for the device.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - emit: gets what changed: ends first, then entries, each in the order of keys.
    public mutating func observe(
        _ fix: Fix,
        claims: [FenceClaim] = [],
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let claims = claims.isEmpty ? [] : claims.filter { watched.keys.contains($0.key) }
        if !tracks.isEmpty {
            advanceTracks(fix, claims, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        if claims.isEmpty {
            watched.forEachNear(point) { key in
                considerEntry(of: key, fix, nil, at: point, catalog: catalog, policy: policy, emit: emit)
            }
        } else {
            // A fence may be claimed that the fix does not lie inside of.
            var near = Set(claims.map(\.key))
            watched.forEachNear(point) { near.insert($0) }
            for key in near.sorted() {
                considerEntry(
                    of: key,
                    fix,
                    claims.side(of: key),
                    at: point,
                    catalog: catalog,
                    policy: policy,
                    emit: emit
                )
            }
        }
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        if policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: 0) {
            lastUsable = Sighting(time: fix.time, coordinate: fix.coordinate)
        }
    }

    /// Begins a track where a fix lies inside a fence that has none.
    private mutating func considerEntry(
        of key: FenceKey,
        _ fix: Fix,
        _ claimed: FenceClaim.Side?,
        at point: EarthPoint,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard !isTracking(key), let position = catalog.position(of: key) else { return }
        let (fence, rules) = (catalog.fences[position], policy.evaluation)
        let edge = fence.signedDistance(to: fix.coordinate, point)
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        let side = claimed.flatMap { rules.heard($0, edgeMeters: edge, accuracyMeters: accuracy) }
        switch side {
        case .outside: return
        case .inside: break
        case nil:
            guard rules.isUsable(accuracyMeters: accuracy, breadthMeters: fence.breadthMeters),
                rules.isInside(edgeMeters: edge, accuracyMeters: accuracy, breadthMeters: fence.breadthMeters)
            else { return }
        }
        let fix = side.map(fix.claimed) ?? fix
        let logOdds = rules.logOddsInside(
            edgeMeters: edge,
            accuracyMeters: accuracy,
            breadthMeters: fence.breadthMeters
        )
        var track = FenceTrack(
            key: key,
            isConfirmed: false,
            enteredAt: entryTime(of: fence, fix, depthMeters: -edge, policy: policy),
            approach: lastUsable?.coordinate,
            proof: FenceTrack.Proof(
                fix,
                isSingleReading: rules.repeatedPointFixes > 0 && lastUsable != nil && !fix.reportsRest,
                isDriving: rules.isDriving(fix),
                depthMeters: side == nil ? -edge : max(0, -edge),
                logOddsInside: side == nil ? logOdds : max(0, logOdds)
            ),
            heardAt: fix.time,
            heardFrom: fix.coordinate
        )
        if rules.entryConfirmationSeconds <= 0 || fix.reportsRest {
            track.isConfirmed = true
            emit(.entered(key, at: track.enteredAt, track.proof))
        }
        let place = tracks.firstIndex { $0.key > key } ?? tracks.endIndex
        tracks.insert(track, at: place)
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

    /// Replaces the tracks after a pass over them.
    mutating func replaceTracks(_ kept: [FenceTrack]) {
        tracks = kept
    }
}
