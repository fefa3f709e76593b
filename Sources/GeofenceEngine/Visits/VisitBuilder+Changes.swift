internal import Foundation
internal import VisitModel

extension VisitBuilder {
    /// Opens a stay, or goes on with the one that ended a moment ago, or that was presumed.
    mutating func enter(
        _ fence: Fence,
        at time: Timestamp,
        _ proof: FenceTrack.Proof,
        device: DeviceID,
        policy: EvaluationPolicy.Visits,
        _ emit: (Change) -> Void
    ) {
        if let index = open.firstIndex(where: { $0.key == fence.key }) {
            confirm(at: index, since: time, proof, policy: policy, emit)
            return
        }
        var stay = Stay(of: device, at: fence, since: time, proof)
        if let index = recent.firstIndex(where: { $0.stay.key == fence.key }) {
            let earlier = recent.remove(at: index)
            if earlier.isContinued(by: proof, policy) {
                stay = earlier.stay
                stay.exitedAt = nil
                stay.status = .open
                stay.entries += 1
                stay.earlierProof = stay.proof
                stay.proof = stay.proof.joined(with: proof)
            }
        }
        stay.doubtMock()
        emit(.entered(stay, at: time))
        if !stay.proof.isSingleReading { tellDwell(of: &stay, asOf: proof.lastAt, policy, emit) }
        open.append(stay)
    }

    /// Adds to the proof of an open stay.
    mutating func grow(
        _ key: FenceKey,
        _ proof: FenceTrack.Proof,
        policy: EvaluationPolicy.Visits,
        _ emit: (Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == key }) else { return }
        open[index].take(proof)
        // One reading handed out again may yet turn out to have lied; the exit shows it.
        let isLasting = !open[index].proof.isSingleReading
        if !isLasting || !tellDwell(of: &open[index], asOf: proof.lastAt, policy, emit) {
            emit(.grew(open[index]))
        }
    }

    /// Ends an open stay.
    mutating func end(
        _ key: FenceKey,
        at time: Timestamp,
        as status: Visit.Status,
        _ proof: FenceTrack.Proof,
        beyondMeters: Double,
        reading: RepeatedReading?,
        policy: EvaluationPolicy.Visits,
        _ emit: (Change) -> Void
    ) {
        guard let index = open.firstIndex(where: { $0.key == key }) else { return }
        var stay = open.remove(at: index)
        stay.take(proof)
        tellDwell(of: &stay, asOf: time, policy, emit)
        stay.exitedAt = max(time, stay.enteredAt)
        stay.status = status
        emit(.exited(stay, at: stay.exitedAt ?? time))
        recent.append(Recent(stay: stay, beyondMeters: beyondMeters, reading: reading))
    }

    /// Notes that the fence of an open stay is no longer the one that was entered.
    mutating func markChanged(_ key: FenceKey) {
        for index in open.indices where open[index].key == key {
            open[index].doubts.insert(.facilityChanged)
        }
    }

    /// Tells once that a stay has lasted for its threshold, not counting absences, and that its fixes speak for it.
    @discardableResult
    func tellDwell(
        of stay: inout Stay,
        asOf time: Timestamp,
        _ policy: EvaluationPolicy.Visits,
        _ emit: (Change) -> Void
    ) -> Bool {
        let due = stay.enteredAt.advanced(bySeconds: Double(stay.thresholdSeconds))
        guard stay.dwelledAt == nil, time >= due.advanced(bySeconds: stay.proof.absentSeconds),
            stay.proof.logOddsInside >= log(policy.dwellOdds)
        else { return false }
        stay.dwelledAt = due
        emit(.dwelled(stay, at: due))
        return true
    }
}

extension Stay {
    /// Begins at a fence.
    init(of device: DeviceID, at fence: Fence, since time: Timestamp, _ proof: FenceTrack.Proof) {
        self.init(
            id: StayID(device: device, facility: fence.facility, enteredAt: time),
            key: fence.key,
            enteredAt: time,
            thresholdSeconds: fence.dwellThreshold.seconds,
            proof: proof
        )
        doubtMock()
    }

    /// Replaces the proof since the last entry.
    mutating func take(_ current: FenceTrack.Proof) {
        proof = earlierProof?.joined(with: current) ?? current
        doubtMock()
    }

    /// Notes that a program made a fix inside.
    mutating func doubtMock() {
        if proof.hasMock {
            doubts.insert(.mockLocation)
        }
    }
}

extension VisitBuilder.Recent {
    /// How long after the exit a re-entry continues the stay.
    ///
    /// One reading beyond the edge, however often it was handed out, shows a going away no better than silence would:
    /// then as long as two fixes inside prove what lies between them.
    func mergeGapSeconds(_ policy: EvaluationPolicy.Visits) -> Double {
        guard reading != nil, policy.mergeGapSeconds > 0 else { return policy.mergeGapSeconds }
        return max(policy.mergeGapSeconds, policy.continuousGapSeconds)
    }

    /// Notes where the device has been since.
    mutating func note(_ fix: Fix, beyondMeters beyond: Double, _ policy: EvaluationPolicy) {
        if let reading {
            if let joined = reading.joined(by: fix, policy.evaluation) {
                self.reading = joined
                return
            }
            // At the edge it says nothing of how far the device has been.
            if fix.coordinate != reading.coordinate, beyond <= policy.visits.mergeBeyondMeters { return }
            self.reading = nil
        }
        beyondMeters = max(beyondMeters, beyond)
    }

    /// Whether fixes inside continue the stay: soon enough, and nowhere else in between.
    func isContinued(by proof: FenceTrack.Proof, _ policy: EvaluationPolicy.Visits) -> Bool {
        guard policy.mergeGapSeconds > 0, let exitedAt = stay.exitedAt else { return false }
        return exitedAt.seconds(to: proof.firstAt) <= mergeGapSeconds(policy)
            && (reading != nil || beyondMeters <= policy.mergeBeyondMeters)
    }
}

extension FenceTrack.Proof {
    /// The sum of two parts of one stay; the time between them is not proven.
    func joined(with later: FenceTrack.Proof) -> FenceTrack.Proof {
        FenceTrack.Proof(
            firstAt: firstAt,
            lastAt: later.lastAt,
            count: count + later.count,
            isSingleReading: false,
            logOddsInside: logOddsInside + later.logOddsInside,
            absentSeconds: absentSeconds + later.absentSeconds,
            continuousSeconds: continuousSeconds + later.continuousSeconds,
            depthMeters: max(depthMeters, later.depthMeters),
            isStationary: later.isStationary,
            wasStationary: wasStationary || later.wasStationary,
            pace: pace.joined(by: later.pace),
            hasMock: hasMock || later.hasMock
        )
    }
}
