public import VisitModel

extension StayEvidence {
    /// Computes the confidence, the proven and bridged time, and the time bounds of the stay.
    ///
    /// - Parameters:
    ///   - fence: the fence of the stay.
    ///   - enteredAt: the best estimate of its beginning.
    ///   - exitedAt: the best estimate of its end; `nil` while it is open.
    ///   - policy: the thresholds.
    /// - Returns: the assessment, without a runner-up.
    public func assessment(
        at fence: Fence,
        enteredAt: Timestamp,
        exitedAt: Timestamp?,
        policy: EvaluationPolicy
    ) -> Visit.Assessment {
        let terms = StayTerms(self, at: fence, isOpen: exitedAt == nil, policy: policy)
        let proven = terms[.singleReading] > 0 ? 0 : proof.continuousSeconds
        let lasted = enteredAt.seconds(to: exitedAt ?? proof.lastAt)
        return Visit.Assessment(
            confidence: (policy.confidence.probability(terms) * 100).rounded() / 100,
            provenSeconds: Int(proven),
            bridgedSeconds: Int(max(0, lasted - proven - proof.absentSeconds)),
            enteredBetween: bounds(proof.arrival.earliest, proof.arrival.latest, with: enteredAt),
            exitedBetween: exitedAt.map {
                bounds(departure?.earliest ?? proof.lastAt, departure?.latest ?? $0, with: $0)
            },
            reasons: policy.confidence.reasons(terms)
        )
    }

    /// The probability that the stay was a visit, regardless of overlapping visits.
    func confidence(at fence: Fence, isOpen: Bool, _ policy: EvaluationPolicy) -> Double {
        policy.confidence.probability(StayTerms(self, at: fence, isOpen: isOpen, policy: policy))
    }

    /// Bounds extended to include the best estimate.
    private func bounds(
        _ earliest: Timestamp,
        _ latest: Timestamp,
        with estimate: Timestamp
    ) -> ClosedRange<Timestamp> {
        min(earliest, estimate)...max(latest, estimate)
    }
}
