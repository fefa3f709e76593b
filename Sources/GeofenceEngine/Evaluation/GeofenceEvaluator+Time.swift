public import VisitModel

extension GeofenceEvaluator {
    /// Lets time pass without a fix.
    ///
    /// A stay falls silent here when no fix comes to show it, as the next fix would have found it; an entry that nothing
    /// contradicted for long enough is presumed. What is presumed changes nothing of what the fixes come to later, so
    /// that a replay, which knows the next fix, needs no ticks.
    ///
    /// - Parameters:
    ///   - time: now; not before the last fix.
    ///   - presumes: whether an entry that nothing contradicted is told, and not only silence.
    ///   - policy: the thresholds.
    ///   - emit: gets what changed, in the order of keys.
    public mutating func tick(
        at time: Timestamp,
        presumes: Bool = true,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard isDue(at: time, policy: policy) else { return }
        var kept: [FenceTrack] = []
        for var track in tracks {
            if track.isSilent(at: time, policy.visits) {
                track.endInSilence(emit)
                continue
            }
            if presumes, track.isPresumable(at: time, policy.evaluation) {
                track.isPresumed = true
                emit(.presumed(track.key, at: track.enteredAt, track.proof))
            }
            kept.append(track)
        }
        replaceTracks(kept)
    }

    /// Whether a tick would change anything.
    ///
    /// - Parameters:
    ///   - time: now; not before the last fix.
    ///   - policy: the thresholds.
    /// - Returns: whether a stay has fallen silent or an entry can be presumed.
    public func isDue(at time: Timestamp, policy: EvaluationPolicy) -> Bool {
        tracks.contains { $0.isSilent(at: time, policy.visits) || $0.isPresumable(at: time, policy.evaluation) }
    }

    /// Notes that the phone is alive and, as far as it knows, where it was.
    ///
    /// It keeps the stays whose last fix lay inside from falling silent, for as long as a report of being at rest would.
    /// It is no fix: it proves nothing, and no dwell is told for it.
    ///
    /// - Parameter time: now; a tick at the same time comes first.
    public mutating func noteHeartbeat(at time: Timestamp) {
        guard tracks.contains(where: { $0.doubt == nil }) else { return }
        replaceTracks(
            tracks.map { track in
                guard track.doubt == nil else { return track }
                var track = track
                track.heartbeatSeconds = Int32(clamping: Int64(max(0, track.heardAt.seconds(to: time))))
                return track
            }
        )
    }

    /// Ends the stays at fences that are no longer what they were, or no longer the member's.
    ///
    /// - Parameters:
    ///   - isSame: whether a fence is as it was when the stay began.
    ///   - emit: gets an end for each stay whose fence is not.
    public mutating func endStays(unless isSame: (FenceKey) -> Bool, emit: (FenceTransition) -> Void) {
        guard tracks.contains(where: { !isSame($0.key) }) else { return }
        var kept: [FenceTrack] = []
        for track in tracks {
            if isSame(track.key) {
                kept.append(track)
            } else if track.isConfirmed {
                emit(.fenceChanged(track.key, track.proof))
            } else if track.isPresumed {
                emit(.lapsed(track.key, isSilent: false, track.proof))
            }
        }
        replaceTracks(kept)
    }
}
