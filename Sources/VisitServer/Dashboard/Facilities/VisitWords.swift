internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// A visit in the list of a facility's or a member's page.
struct VisitRow: Sendable {
    /// The address of the visit's page.
    let page: String
    let member: String
    /// `nil` where the member has none, and in lists of one member.
    let memberName: String?
    let memberAddress: String
    let facility: String
    /// Of the facility's page.
    let address: String
    let entered: PageClock.Moment
    let duration: String
    let status: String
    let isCounted: Bool
    /// Why the visit is not counted.
    let reason: String?
    /// `nil` in a visit stored by a version without it, and where a person decided.
    let assessment: AssessmentWords?
    /// What a person decided; `nil` for nothing.
    let decision: String?

    /// The facility is shown by its name where that is known, otherwise by its id; `name` and `presence` are the member's.
    init(
        _ visit: Visit,
        at facility: String? = nil,
        by name: MemberName? = nil,
        of presence: Presence?,
        review: VisitReview?,
        _ clock: PageClock
    ) {
        memberName = name?.text
        page = DashboardLink.visit(visit.id)
        (member, memberAddress) = (visit.member.text, DashboardLink.member(visit.member))
        self.facility = facility ?? visit.facility.text
        address = DashboardLink.facility(visit.facility)
        entered = clock.moment(visit.enteredAt)
        duration = PageNumber.duration(visit.enteredAt.seconds(to: visit.exitedAt ?? clock.now))
        status = presence?.visit == visit.id ? "there now" : visit.status.words
        isCounted = visit.isCounted
        reason = visit.isInProgress ? "in progress" : visit.verdict.reason
        decision = review?.decision.map { "\($0.rawValue) by a person" }
        assessment = decision == nil ? visit.assessment.map { AssessmentWords($0, why: visit.why) } : nil
    }
}

extension Visit.Status {
    var words: String {
        switch self {
        // Several can be open; the member is at one of them at most.
        case .open: "in progress"
        case .closed: "over"
        case .timedOut: "lost contact"
        case .withdrawn: "withdrawn"
        case .declined: "declined"
        }
    }
}

extension Visit.Verdict {
    /// Why a visit is not counted; `nil` where it is.
    var reason: String? {
        switch self {
        case .counted: nil
        case .tooShort: "too short"
        case .weakEvidence: "weak evidence"
        case .ambiguous: "more likely elsewhere"
        case .sameDay: "another that day counts"
        case .doubtful: "doubtful fixes"
        case .unproven: "low confidence"
        case .takenBack: "withdrawn"
        }
    }
}

/// The place at which a member or a phone is now.
struct PresenceContent: Sendable {
    let facility: String
    let address: String
    let since: PageClock.Moment
    /// For example `97 % sure`.
    let confidence: String

    init(_ presence: Presence, _ store: VisitStore, _ clock: PageClock) throws {
        let name = try store.facilities.find(presence.facility)?.facility.name.orNothing
        facility = name ?? presence.facility.text
        address = DashboardLink.facility(presence.facility)
        since = clock.moment(presence.since)
        confidence = presence.confidenceInWords
    }
}

extension Presence {
    var confidenceInWords: String { "\(Percentage.spoken(confidence)) sure" }
}

struct AssessmentWords: Sendable {
    /// For example `97 % sure`.
    let confidence: String
    /// What kept the visit from counting, and the terms that changed the confidence most; `nil` where there are none.
    let why: String?

    init(_ assessment: Visit.Assessment, why: [String]) {
        confidence = "\(Percentage.spoken(assessment.confidence)) sure"
        self.why = why.joined(separator: "; ").orNothing
    }
}
