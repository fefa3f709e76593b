internal import VisitModel
internal import VisitStore

/// A visit as programs read it.
struct VisitAnswer: Encodable, Sendable {
    let visitID: String
    let member: String
    /// The phone that opened it.
    let device: String
    let facility: String
    let enteredAt: String
    @OrNull var dwelledAt: String?
    @OrNull var exitedAt: String?
    let status: String
    let evidence: String
    let counted: Bool
    /// Why it counts or does not.
    let verdict: String
    let month: String
    let localDate: String
    let fixesInside: Int
    let lastProofAt: String
    let depthMeters: Double
    let doubts: [String]
    let policyVersion: String

    enum CodingKeys: String, CodingKey {
        case member, device, facility, status, evidence, counted, verdict, month, doubts
        case visitID = "visit_id"
        case enteredAt = "entered_at"
        case dwelledAt = "dwelled_at"
        case exitedAt = "exited_at"
        case localDate = "local_date"
        case fixesInside = "fixes_inside"
        case lastProofAt = "last_proof_at"
        case depthMeters = "depth_m"
        case policyVersion = "policy_version"
    }

    init(_ visit: Visit) {
        visitID = visit.id.text
        member = visit.member.text
        device = visit.device.text
        facility = visit.facility.text
        enteredAt = visit.enteredAt.iso8601
        status = visit.status.rawValue
        evidence = visit.evidence.rawValue
        counted = visit.isCounted
        verdict = visit.verdict.rawValue
        month = visit.month.description
        localDate = visit.localDate.description
        fixesInside = visit.fixesInside
        lastProofAt = visit.lastProofAt.iso8601
        depthMeters = visit.depthMeters.inTenths
        doubts = visit.doubts.names
        policyVersion = visit.policyVersion
        dwelledAt = visit.dwelledAt?.iso8601
        exitedAt = visit.exitedAt?.iso8601
    }
}

/// A row of a month's count; without the keys that it is not taken apart by.
struct CountAnswer: Encodable, Sendable {
    let month: String
    let member: String?
    let facility: String?
    let visits: Int
    let days: Int

    init(_ count: VisitCount, _ month: Month) {
        self.month = month.description
        member = count.member?.text
        facility = count.facility?.text
        visits = count.visits
        days = count.days
    }
}
