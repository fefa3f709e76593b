internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension Visit {
    /// The members from `confidence` on are null in a visit stored by a version without them.
    var json: JSONObject {
        var json = JSONObject()
        json["visit_id"] = id.text
        json["member"] = member.text
        // The phone that opened it; null for one that a person added.
        json["device"] = device?.text
        json["facility"] = facility.text
        json["entered_at"] = enteredAt.iso8601
        json["dwelled_at"] = dwelledAt?.iso8601
        json["exited_at"] = exitedAt?.iso8601
        json["status"] = status.rawValue
        json["evidence"] = evidence.rawValue
        json["counted"] = isCounted
        json["verdict"] = verdict.rawValue
        json["month"] = month.description
        json["local_date"] = localDate.description
        json["fixes_inside"] = fixesInside
        json["last_proof_at"] = lastProofAt.iso8601
        json["depth_m"] = depthMeters.inTenths
        json["doubts"] = doubts.names
        json["policy_version"] = policyVersion
        json["why"] = why
        json["confidence"] = assessment?.confidence
        json["proven_seconds"] = assessment?.provenSeconds
        json["bridged_seconds"] = assessment?.bridgedSeconds
        json["entered_between"] = assessment?.enteredBetween.ends
        // Null while the visit is open.
        json["exited_between"] = assessment?.exitedBetween?.ends
        json["runner_up"] = assessment?.runnerUp.map { JSONObject(runnerUp: $0) }
        return json
    }
}

extension VisitCount {
    /// A row of a month's counts; keys that it is not grouped by are absent, and the member is null for those of a closed
    /// month who were erased.
    func json(in month: Month, by keys: CountKeys) -> JSONObject {
        var json = JSONObject()
        json["month"] = month.description
        if keys.contains(.member) { json["member"] = member?.text }
        if keys.contains(.facility) { json["facility"] = facility?.text }
        json["visits"] = visits
        json["days"] = days
        return json
    }
}
