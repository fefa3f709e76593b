/// One stay of one member at one facility.
public struct Visit: Hashable, Sendable {
    /// The visit's identifier; it stays the same when late fixes change the visit's times.
    public let id: VisitID
    /// The member.
    public let member: MemberID
    /// The phone that opened the visit.
    public let device: DeviceID
    /// The facility.
    public let facility: FacilityID
    /// When the member entered.
    public var enteredAt: Timestamp
    /// When the dwell threshold was reached; `nil` before.
    public var dwelledAt: Timestamp?
    /// When the member left; the last proof of the stay for a timed-out visit; `nil` while it is open.
    public var exitedAt: Timestamp?
    /// The progress of the visit.
    public var status: Status
    /// How well the stay is proven.
    public var evidence: Evidence
    /// Whether the visit counts, and the reason if it does not.
    public var verdict: Verdict
    /// The month it counts in: the facility's local month at the time of entry.
    public var month: Month
    /// The local day of entry, in the same time zone.
    public var localDate: CivilDate
    /// The number of fixes inside.
    public var fixesInside: Int
    /// The last time the member was proven inside.
    public var lastProofAt: Timestamp
    /// The distance of the deepest fix inside the edge, in metres; negative when every fix lay outside.
    public var depthMeters: Double
    /// Warnings for a person who reviews the count.
    public var doubts: Doubts
    /// The version of the policy that judged the visit.
    public var policyVersion: String
    /// The confidence and its reasons; `nil` for a visit stored by a version without assessments.
    public var assessment: Assessment?

    /// Creates a visit from its stored or evaluated fields.
    public init(
        id: VisitID,
        member: MemberID,
        device: DeviceID,
        facility: FacilityID,
        enteredAt: Timestamp,
        dwelledAt: Timestamp?,
        exitedAt: Timestamp?,
        status: Status,
        evidence: Evidence,
        verdict: Verdict,
        month: Month,
        localDate: CivilDate,
        fixesInside: Int,
        lastProofAt: Timestamp,
        depthMeters: Double,
        doubts: Doubts,
        policyVersion: String,
        assessment: Assessment? = nil
    ) {
        self.id = id
        self.member = member
        self.device = device
        self.facility = facility
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.evidence = evidence
        self.verdict = verdict
        self.month = month
        self.localDate = localDate
        self.fixesInside = fixesInside
        self.lastProofAt = lastProofAt
        self.depthMeters = depthMeters
        self.doubts = doubts
        self.policyVersion = policyVersion
        self.assessment = assessment
    }

    /// Whether the visit is part of the month's count.
    public var isCounted: Bool { verdict == .counted }
}
