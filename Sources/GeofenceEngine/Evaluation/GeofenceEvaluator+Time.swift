public import VisitModel

extension GeofenceEvaluator {
    /// Advances the clock without a fix.
    ///
    /// A stay times out here if no fix comes, exactly as the next fix would have ended it. An entry that nothing
    /// contradicted for long enough is presumed. A presumed entry does not influence how later fixes are evaluated, so
    /// that a replay, which knows the next fix, needs no ticks.
    ///
    /// - Parameters:
    ///   - time: now; not before the last fix.
    ///   - presumes: whether presumed entries are emitted, and not only timeouts.
    ///   - policy: the thresholds.
    ///   - emit: called with each change, in the order of keys.
    public mutating func tick(
        at time: Timestamp,
        presumes: Bool = true,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        guard isDue(at: time, policy: policy) else { return }
        var kept: [FenceTrack] = []
        for var track in tracks {
            if track.isTimedOut(at: time, policy.visits) {
                track.endByTimeout(emit)
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
    /// - Returns: whether a stay has timed out or an entry can be presumed.
    public func isDue(at time: Timestamp, policy: EvaluationPolicy) -> Bool {
        tracks.contains { $0.isTimedOut(at: time, policy.visits) || $0.isPresumable(at: time, policy.evaluation) }
    }

    /// Records that the phone is alive and, as far as it knows, where it was.
    ///
    /// It keeps the stays with their last fix inside from timing out, for as long as a report of being at rest would. A
    /// heartbeat is no fix: it proves nothing, and no dwell is emitted for it.
    ///
    /// - Parameter time: now; a tick at the same time comes first.
    public mutating func recordHeartbeat(at time: Timestamp) {
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

    /// Ends the stays at fences that changed, or no longer belong to the member.
    ///
    /// - Parameters:
    ///   - isSame: whether a fence is as it was when the stay began.
    ///   - emit: called with an end for each stay at any other fence.
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
