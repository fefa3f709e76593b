import GeofenceEngine
import VisitModel

/// A member's visits of one device's steps, with what they rest on.
struct ConfidenceRun {
    let visits: [Visit]

    init(_ fences: [Fence], _ steps: [Step], policy: EvaluationPolicy = .standard) throws {
        try self.init(fences, fixes: steps.map(\.fix), policy: policy)
    }

    init(_ fences: [Fence], fixes: [Fix], policy: EvaluationPolicy = .standard) throws {
        var run = try EngineRun(fences, policy: policy)
        for fix in fixes { run.ingest(fix) }
        let stays = try run.stays.map { stay in
            let fence = fences.first { $0.key == stay.key } ?? fences[0]
            let id = try VisitID("v\(stay.id.rawValue)")
            return DeviceStay(stay, in: fence, of: try DeviceID("phone"), ownVisit: id, knownVisit: nil)
        }
        visits = VisitResolver(member: try MemberID("ann"), policy: policy).resolve(stays).map(\.visit)
    }

    /// The verdicts, by entry.
    var verdicts: [Visit.Verdict] { visits.map(\.verdict) }
    /// The confidences, by entry.
    var confidences: [Double] { visits.compactMap(\.assessment?.confidence) }
}
