public import VisitModel

extension GeofenceEvaluator {
    /// Lets time pass without a fix.
    ///
    /// A stay falls silent here when no fix comes to show it; an entry that nothing contradicted for long enough is
    /// told. A replay, which knows the next fix, needs no ticks.
    ///
    /// - Parameters:
    ///   - time: now; not before the last fix.
    ///   - policy: the thresholds.
    ///   - emit: gets what changed, in the order of keys.
    public mutating func tick(at time: Timestamp, policy: EvaluationPolicy, emit: (FenceTransition) -> Void) {
        var kept: [FenceTrack] = []
        for var track in tracks {
            if track.isSilent(at: time, policy.visits) {
                track.endInSilence(emit)
                continue
            }
            let waited = track.proof.firstAt.seconds(to: time)
            if !track.isConfirmed, track.doubt == nil, waited >= policy.evaluation.entryConfirmationSeconds {
                track.isConfirmed = true
                emit(.entered(track.key, at: track.enteredAt, track.proof))
            }
            kept.append(track)
        }
        replaceTracks(kept)
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
            }
        }
        replaceTracks(kept)
    }
}
