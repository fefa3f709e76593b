internal import VisitModel

extension VisitBuilder {
    /// Opens a stay that no fix confirms yet.
    ///
    /// It emits no dwell, because elapsed time alone proves nothing. A stay that would only continue a recent one is
    /// not opened here; the next fix continues the recent one.
    mutating func presume(
        _ fence: Fence,
        at time: Timestamp,
        _ proof: FenceTrack.Proof,
        device: DeviceID,
        policy: EvaluationPolicy,
        _ emit: (Change) -> Void
    ) {
        guard !recent.contains(where: { $0.stay.key == fence.key && $0.isContinued(by: proof, policy.visits) }) else {
            return
        }
        let stay = Stay(of: device, at: fence, since: time, proof)
        emit(.entered(stay, at: time))
        open.append(stay)
    }

    /// Confirms a presumed stay with fixes, as if it began with them.
    mutating func confirm(
        at index: Int,
        in fence: Fence,
        since time: Timestamp,
        _ proof: FenceTrack.Proof,
        policy: EvaluationPolicy,
        _ emit: (Change) -> Void
    ) {
        // The recent stay ended too long ago for this one to continue it, and a later stay continues this one.
        recent.removeAll { $0.stay.key == open[index].key }
        open[index].enteredAt = time
        open[index].replaceProof(proof)
        open[index].nightShare = nightShare(of: open[index], in: fence)
        guard !proof.isSingleReading, emitDwell(of: &open[index], in: fence, policy, emit) else {
            emit(.grew(open[index]))
            return
        }
    }

    /// Ends a presumed stay that no fix confirmed, at its last proof, without a dwell and without effect on later
    /// stays.
    mutating func lapse(
        _ key: FenceKey,
        as status: Visit.Status,
        _ proof: FenceTrack.Proof,
        _ emit: (Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == key }) else { return }
        var stay = open.remove(at: index)
        stay.replaceProof(proof)
        stay.exitedAt = max(proof.lastAt, stay.enteredAt)
        stay.status = status
        emit(.exited(stay, at: stay.exitedAt ?? proof.lastAt))
    }
}
