public import VisitModel

extension GeofenceEvaluator {
    /// The first time at which a tick may change something if no fix comes.
    ///
    /// A caller need not tick before it. It may be somewhat early, never late: `isDue(at:policy:)` decides.
    ///
    /// - Parameter policy: the thresholds.
    /// - Returns: the time; `nil` where a tick changes nothing.
    public func nextDue(policy: EvaluationPolicy) -> Timestamp? {
        tracks.compactMap { $0.nextDue(policy) }.min()
    }
}

extension FenceTrack {
    /// The first time at which the entry can be presumed or the stay times out.
    fileprivate func nextDue(_ policy: EvaluationPolicy) -> Timestamp? {
        let presumed = proof.firstAt.advanced(bySeconds: policy.evaluation.entryConfirmationSeconds)
        return [isPresumable(at: presumed, policy.evaluation) ? presumed : nil, gapStart(policy.visits)]
            .compactMap(\.self).min()
    }

    /// The time at which the stay times out if nothing more is received.
    private func gapStart(_ policy: EvaluationPolicy.Visits) -> Timestamp? {
        let limit = proof.isStationary ? policy.stationarySilenceLimitSeconds : policy.silenceLimitSeconds
        guard let limit else { return nil }
        var time = heardAt.advanced(bySeconds: limit)
        if heartbeatSeconds > 0 {
            let beatAt = heardAt.advanced(bySeconds: Double(heartbeatSeconds))
            let longest = policy.stationarySilenceLimitSeconds.map { heardAt.advanced(bySeconds: $0) }
            time = max(time, [beatAt.advanced(bySeconds: limit), longest].compactMap(\.self).min() ?? time)
        }
        // A gap equal to the limit does not exceed it.
        return time.advanced(bySeconds: 0.001)
    }
}
