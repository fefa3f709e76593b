internal import VisitModel
internal import VisitStore

struct VisitResponse: Encodable, Sendable {
    let visitID: String
    let member: String
    /// The phone that opened the visit.
    let device: String
    let facility: String
    let enteredAt: String
    @OrNull var dwelledAt: String?
    @OrNull var exitedAt: String?
    let status: String
    let evidence: String
    let counted: Bool
    /// Why the visit is counted or not.
    let verdict: String
    let month: String
    let localDate: String
    let fixesInside: Int
    let lastProofAt: String
    let depthMeters: Double
    let doubts: [String]
    let policyVersion: String
    /// From 0 to 1; null, like the fields below, in a visit stored by a version without it.
    @OrNull var confidence: Double?
    @OrNull var provenSeconds: Int?
    @OrNull var bridgedSeconds: Int?
    /// The earliest and the latest time.
    @OrNull var enteredBetween: [String]?
    /// The earliest and the latest time; null while the visit is open.
    @OrNull var exitedBetween: [String]?
    /// The terms that changed the confidence most, as sentences.
    let why: [String]
    @OrNull var runnerUp: RunnerUp?

    /// Another facility that the visit may have been at.
    struct RunnerUp: Encodable, Sendable {
        let facility: String
        /// The probability that the visit was there, from 0 to 1.
        let share: Double
    }

    enum CodingKeys: String, CodingKey {
        case member, device, facility, status, evidence, counted, verdict, month, doubts, confidence, why
        case visitID = "visit_id"
        case enteredAt = "entered_at"
        case dwelledAt = "dwelled_at"
        case exitedAt = "exited_at"
        case localDate = "local_date"
        case fixesInside = "fixes_inside"
        case lastProofAt = "last_proof_at"
        case depthMeters = "depth_m"
        case policyVersion = "policy_version"
        case provenSeconds = "proven_seconds"
        case bridgedSeconds = "bridged_seconds"
        case enteredBetween = "entered_between"
        case exitedBetween = "exited_between"
        case runnerUp = "runner_up"
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
        why = visit.assessment?.reasons.map(\.sentence) ?? []
        dwelledAt = visit.dwelledAt?.iso8601
        exitedAt = visit.exitedAt?.iso8601
        guard let assessment = visit.assessment else { return }
        confidence = assessment.confidence
        provenSeconds = assessment.provenSeconds
        bridgedSeconds = assessment.bridgedSeconds
        enteredBetween = assessment.enteredBetween.ends
        exitedBetween = assessment.exitedBetween?.ends
        runnerUp = assessment.runnerUp.map { RunnerUp(facility: $0.facility.text, share: $0.share) }
    }
}

extension ClosedRange<Timestamp> {
    /// The earliest and the latest time, ISO 8601.
    fileprivate var ends: [String] { [lowerBound.iso8601, upperBound.iso8601] }
}

/// A row of a month's counts; keys that it is not grouped by are absent.
struct CountResponse: Encodable, Sendable {
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
