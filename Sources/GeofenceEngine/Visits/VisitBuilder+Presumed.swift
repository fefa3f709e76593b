internal import VisitModel

extension VisitBuilder {
    /// Opens a stay that no fix confirms yet.
    ///
    /// No dwell is told: time that passes proves nothing. A stay that it would only continue is taken up again by a fix.
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

    /// Goes on with a stay that was presumed, now that fixes confirm it: as if it began with them.
    mutating func confirm(
        at index: Int,
        in fence: Fence,
        since time: Timestamp,
        _ proof: FenceTrack.Proof,
        policy: EvaluationPolicy,
        _ emit: (Change) -> Void
    ) {
        // Its end is too far off for this one to continue it, and a later one continues this one.
        recent.removeAll { $0.stay.key == open[index].key }
        open[index].enteredAt = time
        open[index].take(proof)
        open[index].nightShare = nightShare(of: open[index], in: fence)
        guard !proof.isSingleReading, tellDwell(of: &open[index], in: fence, policy, emit) else {
            emit(.grew(open[index]))
            return
        }
    }

    /// Ends a presumed stay that came to nothing, at its last proof: without a dwell, and as if it had not been for what
    /// comes after.
    mutating func lapse(
        _ key: FenceKey,
        as status: Visit.Status,
        _ proof: FenceTrack.Proof,
        _ emit: (Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == key }) else { return }
        var stay = open.remove(at: index)
        stay.take(proof)
        stay.exitedAt = max(proof.lastAt, stay.enteredAt)
        stay.status = status
        emit(.exited(stay, at: stay.exitedAt ?? proof.lastAt))
    }
}
