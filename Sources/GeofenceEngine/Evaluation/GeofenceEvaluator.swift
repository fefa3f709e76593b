public import VisitModel

/// Decides which fences one device is inside of.
///
/// A value type: the same fixes in the same order give the same transitions. Time comes from the fixes. The rules are
/// those of `EvaluationPolicy.Evaluation`: a fix that could be anywhere changes nothing, an entry needs time inside,
/// and an exit needs a second fix clearly beyond the edge. A crossing during a gap in fixes is dated by the travel time
/// to the edge.
public struct GeofenceEvaluator: Hashable, Sendable {
    /// The fences with a possible or open stay, by key.
    public internal(set) var tracks: [FenceTrack]
    /// The last fix accurate enough to locate the device.
    public internal(set) var lastUsable: Sighting?
    /// The usable fix before `lastUsable`.
    public internal(set) var earlierUsable: Sighting?
    /// The interval at which the device reports while it moves.
    public internal(set) var cadence: MovingCadence

    /// The time and place of a usable fix.
    public struct Sighting: Hashable, Sendable {
        /// The time of the fix.
        public let time: Timestamp
        /// The position.
        public let coordinate: Coordinate
        /// The 68 % radius of the fix, in metres.
        public let accuracyMeters: Double
        /// Whether the device moved or rested, as far as the fix itself reports.
        public let motion: StayBoundary.Motion

        /// Creates a sighting.
        public init(
            time: Timestamp,
            coordinate: Coordinate,
            accuracyMeters: Double,
            motion: StayBoundary.Motion = .unknown
        ) {
            self.time = time
            self.coordinate = coordinate
            self.accuracyMeters = accuracyMeters
            self.motion = motion
        }
    }

    /// Creates an evaluator, outside of all fences or restored.
    public init(
        tracks: [FenceTrack] = [],
        lastUsable: Sighting? = nil,
        earlierUsable: Sighting? = nil,
        cadence: MovingCadence = MovingCadence()
    ) {
        self.cadence = cadence
        self.tracks = tracks.sorted { $0.key < $1.key }
        self.lastUsable = lastUsable
        self.earlierUsable = earlierUsable
    }

    /// Whether a fence has a track: from the first fix inside until the exit is decided.
    public func isTracking(_ key: FenceKey) -> Bool { tracks.contains(key) }

    /// Evaluates the next accepted fix, later than all before it; `point` is its coordinate, converted.
    ///
    /// `watched` are the fences registered for the device, `catalog` those of the fix's day. Ends are emitted first,
    /// then entries, each in the order of keys.
    public mutating func observe(
        _ fix: Fix,
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        if !tracks.isEmpty { advanceTracks(fix, [], at: point, catalog: catalog, policy: policy, emit: emit) }
        watched.forEachNear(point) { key in
            guard !isTracking(key) else { return }
            considerEntry(of: key, fix, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        recordUsable(fix, at: point, policy)
    }

    /// The same with OS transition reports that came with the fix; those about fences that are not watched are ignored.
    public mutating func observe(
        _ fix: Fix,
        reports: [TransitionReport],
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let reports = reports.filter { watched.keys.contains($0.key) }
        advanceTracks(fix, reports, at: point, catalog: catalog, policy: policy, emit: emit)
        // A report may name a fence that the fix does not lie inside of.
        var near = Set(reports.map(\.key))
        watched.forEachNear(point) { near.insert($0) }
        for key in near.sorted() {
            considerEntry(of: key, fix, reports: reports, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        recordUsable(fix, at: point, policy)
    }

    @inline(__always)
    private mutating func recordUsable(_ fix: Fix, at point: EarthPoint, _ policy: EvaluationPolicy) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        if policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: 0) {
            let sighting = Sighting(fix, accuracyMeters: accuracy, policy.evaluation)
            if let lastUsable {
                let isOnTheMove = sighting.motion == .moving
                cadence.observe(
                    from: lastUsable,
                    to: fix,
                    at: point,
                    accuracyMeters: accuracy,
                    isOnTheMove: isOnTheMove
                )
            }
            earlierUsable = lastUsable
            lastUsable = sighting
        }
    }
}

extension GeofenceEvaluator {
    /// The first time at which a tick may change something if no fix comes; `nil` where a tick changes nothing.
    ///
    /// A caller need not tick before it. It may be somewhat early, never late: `isDue(at:policy:)` decides.
    public func nextDue(policy: EvaluationPolicy) -> Timestamp? {
        tracks.compactMap { $0.nextDue(policy, cadence) }.min()
    }
}

extension FenceTrack {
    fileprivate func nextDue(_ policy: EvaluationPolicy, _ cadence: MovingCadence) -> Timestamp? {
        let presumed = proof.firstAt.advanced(bySeconds: policy.evaluation.entryConfirmationSeconds)
        return [isPresumable(at: presumed, policy.evaluation) ? presumed : nil, timeout(policy.visits, cadence)]
            .compactMap(\.self).min()
    }

    /// The first time at which `isTimedOut` holds if nothing more is received.
    private func timeout(_ policy: EvaluationPolicy.Visits, _ cadence: MovingCadence) -> Timestamp? {
        guard let limit = silenceLimitSeconds(policy, cadence) else { return nil }
        var time = lastFixAt.advanced(bySeconds: limit)
        if aliveSeconds > 0 {
            let beatAt = lastFixAt.advanced(bySeconds: Double(aliveSeconds))
            let longest = policy.stationarySilenceLimitSeconds.map { lastFixAt.advanced(bySeconds: $0) }
            time = max(time, [beatAt.advanced(bySeconds: limit), longest].compactMap(\.self).min() ?? time)
        }
        // A gap equal to the limit does not exceed it.
        return time.advanced(bySeconds: 0.001)
    }
}

extension GeofenceEvaluator {
    /// Advances the clock without a fix, to a time not before the last one.
    ///
    /// A stay times out here if no fix comes, exactly as the next fix would have ended it. An entry that nothing
    /// contradicted for long enough is presumed. A presumed entry does not influence how later fixes are evaluated, so
    /// that a replay, which knows the next fix, needs no ticks. Without `presumes` only timeouts are emitted. Changes
    /// are emitted in the order of keys.
    public mutating func tick(
        at time: Timestamp,
        presumes: Bool = true,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard isDue(at: time, policy: policy) else { return }
        var kept: [FenceTrack] = []
        for var track in tracks {
            if track.isTimedOut(at: time, policy.visits, cadence) {
                track.endByTimeout(emit)
                continue
            }
            if presumes, track.isPresumable(at: time, policy.evaluation) {
                track.presumeEntry(emit)
            }
            kept.append(track)
        }
        tracks = kept
    }

    /// Whether a stay has timed out or an entry can be presumed.
    public func isDue(at time: Timestamp, policy: EvaluationPolicy) -> Bool {
        tracks.contains {
            $0.isTimedOut(at: time, policy.visits, cadence) || $0.isPresumable(at: time, policy.evaluation)
        }
    }

    /// Records that the phone is alive and, where `hasPosition`, still where its last fix was, as far as it knows.
    ///
    /// It keeps the stays with their last fix inside from timing out, for as long as a report of being at rest would. A
    /// heartbeat is no fix: it proves nothing, and no dwell is emitted for it. After one without a position the next
    /// fix decides whether the stay went on (`FenceTrack.PendingExit.isUnheld`). A tick at the same time comes first.
    public mutating func recordHeartbeat(at time: Timestamp, hasPosition: Bool) {
        for index in tracks.indices where tracks[index].pendingExit == nil {
            let seconds = Int32(clamping: Int64(max(0, tracks[index].lastFixAt.seconds(to: time))))
            tracks[index].aliveSeconds = seconds
            if hasPosition { tracks[index].heartbeatSeconds = seconds }
        }
    }

    /// Clears the doubt of the stays whose fixes all came while location was off by the phone's report.
    ///
    /// Later fixes have shown that it was on. A stay that has timed out by the time of these keeps its doubt.
    public mutating func contradictLocationOff(at time: Timestamp, policy: EvaluationPolicy) {
        for index in tracks.indices where !tracks[index].isTimedOut(at: time, policy.visits, cadence) {
            tracks[index].proof.isLocationOff = false
        }
    }

    /// Ends the stays at fences that changed since the stay began, or no longer belong to the member.
    public mutating func endStays(unless isSame: (FenceKey) -> Bool, emit: (FenceTransition) -> Void) {
        guard tracks.contains(where: { !isSame($0.key) }) else { return }
        var kept: [FenceTrack] = []
        for track in tracks {
            if isSame(track.key) {
                kept.append(track)
            } else if track.isConfirmed {
                emit(.fenceChanged(track.key, track.proof))
            } else if track.isPresumed {
                emit(.lapsed(track.key, isTimeout: false, track.proof))
            }
        }
        tracks = kept
    }
}

/// A change of one device's state at one fence.
public enum FenceTransition: Hashable, Sendable {
    /// The member entered.
    case entered(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// The entry is presumed: the phone's system reports it, or nothing contradicted it for long enough, but no
    /// further fix confirms it yet.
    case presumed(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// A presumed entry was not confirmed: the next fix lay elsewhere, or there was none for longer than the limit.
    case lapsed(FenceKey, isTimeout: Bool, FenceTrack.Proof)
    /// One more fix inside after the entry.
    case stayed(FenceKey, FenceTrack.Proof)
    /// The member left.
    ///
    /// `beyondMeters` is the largest distance beyond the edge that a fix has shown so far; `repeatedPosition` is the one
    /// that all fixes beyond share, if they do.
    case exited(FenceKey, at: Timestamp, beyondMeters: Double, repeatedPosition: RepeatedPosition?, StayEvidence)
    /// The gap in fixes exceeded the limit; the stay ends at its last proof.
    case timedOut(FenceKey, FenceTrack.Proof)
    /// The fence itself was moved or retired; the stay ends at its last proof.
    case fenceChanged(FenceKey, FenceTrack.Proof)

    /// The fence.
    public var key: FenceKey {
        switch self {
        case .entered(let key, _, _), .presumed(let key, _, _), .lapsed(let key, _, _), .stayed(let key, _),
            .exited(let key, _, _, _, _), .timedOut(let key, _), .fenceChanged(let key, _):
            key
        }
    }
}

extension [FenceTrack] {
    /// Whether one of them is of a fence.
    package func contains(_ key: FenceKey) -> Bool { contains { $0.key == key } }
}
