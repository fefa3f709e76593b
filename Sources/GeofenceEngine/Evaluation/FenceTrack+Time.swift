internal import VisitModel

extension FenceTrack {
    /// Whether the gap in fixes exceeds the limit.
    ///
    /// A phone last seen inside that keeps sending heartbeats gets the limit of a phone that reported rest.
    func isTimedOut(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        let limit = proof.isStationary ? policy.stationarySilenceLimitSeconds : policy.silenceLimitSeconds
        let silence = heardAt.seconds(to: time)
        guard let limit, silence > limit else { return false }
        guard heartbeatSeconds > 0, silence - Double(heartbeatSeconds) <= limit else { return true }
        return policy.stationarySilenceLimitSeconds.map { silence > $0 } ?? false
    }

    /// Ends the stay at its last proof; emits that only where its entry was emitted.
    func endByTimeout(_ emit: (FenceTransition) -> Void) {
        if isConfirmed {
            emit(.fellSilent(key, proof))
        } else if isPresumed {
            emit(.lapsed(key, isSilent: true, proof))
        }
    }

    /// Whether the entry can be emitted without another fix, because nothing has contradicted it for long enough.
    ///
    /// A device that was only ever seen driving is assumed to drive past.
    func isPresumable(at time: Timestamp, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        !isConfirmed && !isPresumed && proof.count > 0 && doubt == nil && proof.pace != .driving
            && proof.firstAt.seconds(to: time) >= rules.entryConfirmationSeconds
    }
}
