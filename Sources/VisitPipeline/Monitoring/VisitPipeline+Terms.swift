internal import DeviceEngine
package import GeofenceEngine
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Returns the terms of a visit's confidence by this pipeline's policy, those of its stay of highest confidence.
    ///
    /// `nil` where an earlier version stored the stays without their evidence.
    package func confidenceTerms(of visit: Visit) throws -> StayTerms? {
        let end = max(visit.enteredAt, visit.exitedAt ?? visit.lastProofAt)
        let history = directory.history
        var surest: StayTerms?
        for (_, stay) in try store.deviceStates.stays(ofMember: visit.member, overlapping: visit.enteredAt...end)
        where stay.visit == visit.id {
            guard let evidence = stay.evidenceState.flatMap(StayEvidence.init(stored:)),
                let fence = history.fence(of: stay.facility, at: stay.enteredAt)
            else { continue }
            let confidenceTerms = StayTerms(evidence, at: fence, isOpen: stay.exitedAt == nil, policy: policy)
            let isSurer =
                surest.map { policy.confidence.probability(confidenceTerms) > policy.confidence.probability($0) }
                ?? true
            if isSurer { surest = confidenceTerms }
        }
        return surest
    }
}
