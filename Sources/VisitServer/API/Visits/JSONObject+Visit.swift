internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension JSONObject {
    /// The members from `confidence` on are null in a visit stored by a version without them.
    init(visit: Visit) {
        let assessment = visit.assessment
        self.init()
        self["visit_id"] = visit.id.text
        self["member"] = visit.member.text
        // The phone that opened the visit.
        self["device"] = visit.device.text
        self["facility"] = visit.facility.text
        self["entered_at"] = visit.enteredAt.iso8601
        self["dwelled_at"] = visit.dwelledAt?.iso8601
        self["exited_at"] = visit.exitedAt?.iso8601
        self["status"] = visit.status.rawValue
        self["evidence"] = visit.evidence.rawValue
        self["counted"] = visit.isCounted
        self["verdict"] = visit.verdict.rawValue
        self["month"] = visit.month.description
        self["local_date"] = visit.localDate.description
        self["fixes_inside"] = visit.fixesInside
        self["last_proof_at"] = visit.lastProofAt.iso8601
        self["depth_m"] = visit.depthMeters.inTenths
        self["doubts"] = visit.doubts.names
        self["policy_version"] = visit.policyVersion
        // The terms that changed the confidence most.
        self["why"] = assessment?.reasons.map(\.sentence) ?? []
        self["confidence"] = assessment?.confidence
        self["proven_seconds"] = assessment?.provenSeconds
        self["bridged_seconds"] = assessment?.bridgedSeconds
        self["entered_between"] = assessment?.enteredBetween.ends
        // Null while the visit is open.
        self["exited_between"] = assessment?.exitedBetween?.ends
        self["runner_up"] = assessment?.runnerUp.map { JSONObject(runnerUp: $0) }
    }

    /// A row of a month's counts; keys that it is not grouped by are absent.
    init(count: VisitCount, in month: Month) {
        self.init()
        self["month"] = month.description
        add("member", ifPresent: count.member?.text)
        add("facility", ifPresent: count.facility?.text)
        self["visits"] = count.visits
        self["days"] = count.days
    }
}
