internal import VisitModel

extension FenceTrack {
    /// Whether nothing was heard for longer than the limit.
    ///
    /// A phone that goes on saying that it is alive, and was last seen inside, has as long as one that said it is at rest.
    func isSilent(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        let limit = proof.isStationary ? policy.stationarySilenceLimitSeconds : policy.silenceLimitSeconds
        let silence = heardAt.seconds(to: time)
        guard let limit, silence > limit else { return false }
        guard heartbeatSeconds > 0, silence - Double(heartbeatSeconds) <= limit else { return true }
        return policy.stationarySilenceLimitSeconds.map { silence > $0 } ?? false
    }

    /// Ends the stay at its last proof, telling of it only where its beginning was told.
    func endInSilence(_ emit: (FenceTransition) -> Void) {
        if isConfirmed {
            emit(.fellSilent(key, proof))
        } else if isPresumed {
            emit(.lapsed(key, isSilent: true, proof))
        }
    }

    /// Whether the entry can be told without another fix: for long enough nothing has contradicted it.
    ///
    /// Somebody who was only ever seen driving goes past, as far as is known.
    func isPresumable(at time: Timestamp, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        !isConfirmed && !isPresumed && proof.count > 0 && doubt == nil && proof.pace != .driving
            && proof.firstAt.seconds(to: time) >= rules.entryConfirmationSeconds
    }
}
