/// One stay of one member at one facility.
public struct Visit: Hashable, Sendable {
    /// The visit's name; it stays with the visit when late fixes move its times.
    public let id: VisitID
    /// Who.
    public let member: MemberID
    /// The phone that opened the visit.
    public let device: DeviceID
    /// Where.
    public let facility: FacilityID
    /// When the member came.
    public var enteredAt: Timestamp
    /// When the dwell threshold was reached; `nil` while it is not.
    public var dwelledAt: Timestamp?
    /// When the member left, or for a timed-out visit the last proof of the stay; `nil` while it goes on.
    public var exitedAt: Timestamp?
    /// How far the visit has come.
    public var status: Status
    /// How well the stay is proven.
    public var evidence: Evidence
    /// Whether the visit counts, and if not, why.
    public var verdict: Verdict
    /// The month it counts in: the facility's local month at the time of entry.
    public var month: Month
    /// The local day of entry, in the same time zone.
    public var localDate: CivilDate
    /// How many fixes lay inside.
    public var fixesInside: Int
    /// The last time the member was proven inside.
    public var lastProofAt: Timestamp
    /// How far inside the edge the deepest fix lay, in metres; negative when every fix lay outside.
    public var depthMeters: Double
    /// What a person who checks the count should know.
    public var doubts: Doubts
    /// The version of the policy that judged it.
    public var policyVersion: String
    /// How sure it is and what bounds it; `nil` for a visit stored by a version that did not say.
    public var assessment: Assessment?

    /// Makes a visit.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - member: who.
    ///   - device: the phone that opened it.
    ///   - facility: where.
    ///   - enteredAt: when the member came.
    ///   - dwelledAt: when the dwell threshold was reached.
    ///   - exitedAt: when the member left.
    ///   - status: how far it has come.
    ///   - evidence: how well it is proven.
    ///   - verdict: whether it counts.
    ///   - month: the month it counts in.
    ///   - localDate: the local day of entry.
    ///   - fixesInside: how many fixes lay inside.
    ///   - lastProofAt: the last time the member was proven inside.
    ///   - depthMeters: how far inside the edge the deepest fix lay.
    ///   - doubts: what a person who checks should know.
    ///   - policyVersion: the policy that judged it.
    ///   - assessment: how sure it is and what bounds it.
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
