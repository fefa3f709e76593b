public import VisitModel

extension GeofenceEvaluator {
    /// The first time at which a tick may change something, should no fix come.
    ///
    /// A caller need not tick before it. It may be too early by some, never too late: what is due is for `isDue(at:policy:)`
    /// to say.
    ///
    /// - Parameter policy: the thresholds.
    /// - Returns: the time; `nil` where time changes nothing.
    public func nextDue(policy: EvaluationPolicy) -> Timestamp? {
        tracks.compactMap { $0.nextDue(policy) }.min()
    }
}

extension FenceTrack {
    /// The first time at which the entry can be presumed or the stay falls silent.
    fileprivate func nextDue(_ policy: EvaluationPolicy) -> Timestamp? {
        let presumed = proof.firstAt.advanced(bySeconds: policy.evaluation.entryConfirmationSeconds)
        return [isPresumable(at: presumed, policy.evaluation) ? presumed : nil, silentAt(policy.visits)]
            .compactMap(\.self).min()
    }

    /// When the stay falls silent, should nothing more be heard.
    private func silentAt(_ policy: EvaluationPolicy.Visits) -> Timestamp? {
        let limit = proof.isStationary ? policy.stationarySilenceLimitSeconds : policy.silenceLimitSeconds
        guard let limit else { return nil }
        var time = heardAt.advanced(bySeconds: limit)
        if heartbeatSeconds > 0 {
            let beatAt = heardAt.advanced(bySeconds: Double(heartbeatSeconds))
            let longest = policy.stationarySilenceLimitSeconds.map { heardAt.advanced(bySeconds: $0) }
            time = max(time, [beatAt.advanced(bySeconds: limit), longest].compactMap(\.self).min() ?? time)
        }
        // The limit itself is not yet a silence.
        return time.advanced(bySeconds: 0.001)
    }
}
