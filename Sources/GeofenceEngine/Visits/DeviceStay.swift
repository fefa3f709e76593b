public import VisitModel

/// A stay of one device, with everything `VisitResolver` needs to build the member's visits.
public struct DeviceStay: Hashable, Sendable {
    /// The phone that recorded the stay.
    public let device: DeviceID
    /// The facility of the fence.
    public let facility: FacilityID
    /// The ID the visit gets where this stay makes it alone.
    public let ownVisit: VisitID
    /// The visit that the stay belonged to when it was last reported; `nil` where it never was.
    public var knownVisit: VisitID?
    /// The estimated time of the entry.
    public let enteredAt: Timestamp
    /// The time at which the dwell threshold was reached; `nil` before.
    public let dwelledAt: Timestamp?
    /// The estimated time of the exit; `nil` while the stay is open.
    public let exitedAt: Timestamp?
    /// Whether the stay is open, closed or timed out.
    public let status: Visit.Status
    /// How well the dwell is proven.
    public let evidence: Visit.Evidence
    /// The number of fixes inside.
    public let fixesInside: Int
    /// The time of the last fix inside.
    public let lastProofAt: Timestamp
    /// The depth inside the edge of the deepest fix, in metres.
    public let depthMeters: Double
    /// Flags for a human reviewer.
    public let doubts: Visit.Doubts
    /// The dwell threshold of the fence, in seconds.
    public let thresholdSeconds: Int
    /// The time zone in which the facility's days and months are counted.
    public let timeZone: TimeZoneName
    /// The summed evidence of its fixes; `nil` for a stay stored by a version that did not keep it.
    public let stayEvidence: StayEvidence?
    /// The fence the stay was in; `nil` where that is no longer known.
    public let fence: Fence?

    /// Creates a stay.
    public init(
        device: DeviceID,
        facility: FacilityID,
        ownVisit: VisitID,
        knownVisit: VisitID?,
        enteredAt: Timestamp,
        dwelledAt: Timestamp?,
        exitedAt: Timestamp?,
        status: Visit.Status,
        evidence: Visit.Evidence,
        fixesInside: Int,
        lastProofAt: Timestamp,
        depthMeters: Double,
        doubts: Visit.Doubts,
        thresholdSeconds: Int,
        timeZone: TimeZoneName,
        stayEvidence: StayEvidence? = nil,
        fence: Fence? = nil
    ) {
        self.device = device
        self.facility = facility
        self.ownVisit = ownVisit
        self.knownVisit = knownVisit
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.evidence = evidence
        self.fixesInside = fixesInside
        self.lastProofAt = lastProofAt
        self.depthMeters = depthMeters
        self.doubts = doubts
        self.thresholdSeconds = thresholdSeconds
        self.timeZone = timeZone
        self.stayEvidence = stayEvidence
        self.fence = fence
    }

    /// Creates a device stay from a stay and the fence it was in.
    public init(_ stay: Stay, in fence: Fence, of device: DeviceID, ownVisit: VisitID, knownVisit: VisitID?) {
        self.init(
            device: device,
            facility: fence.facility,
            ownVisit: ownVisit,
            knownVisit: knownVisit,
            enteredAt: stay.enteredAt,
            dwelledAt: stay.dwelledAt,
            exitedAt: stay.exitedAt,
            status: stay.status,
            evidence: stay.evidence,
            fixesInside: stay.proof.count,
            lastProofAt: stay.proof.lastAt,
            depthMeters: stay.proof.depthMeters,
            doubts: stay.doubts,
            thresholdSeconds: stay.thresholdSeconds,
            timeZone: fence.timeZone,
            stayEvidence: stay.stayEvidence,
            fence: fence
        )
    }

    /// The exit, or the last proof of an open stay.
    var provenEnd: Timestamp { exitedAt ?? max(enteredAt, lastProofAt) }

    /// Whether the stay lasted for the threshold without a dwell, because its fixes speak against it.
    ///
    /// One that emitted none because another fence was more likely is not refused: stay points decide.
    func wasRefusedDwell(_ policy: EvaluationPolicy) -> Bool {
        let seconds = enteredAt.seconds(to: provenEnd)
        guard dwelledAt == nil, seconds >= Double(thresholdSeconds) else { return false }
        guard let stayEvidence, let fence else { return true }
        return seconds < Double(thresholdSeconds) + stayEvidence.proof.absentSeconds
            || exitedAt == nil && stayEvidence.proof.isSinglePosition
            || !stayEvidence.supportsInside(at: fence, policy)
    }

    /// The assessment of a visit that its fixes are evidence of; `nil` without them.
    func assessment(from enteredAt: Timestamp, to exitedAt: Timestamp?, _ policy: EvaluationPolicy) -> Visit.Assessment?
    {
        guard let stayEvidence, let fence else { return nil }
        return stayEvidence.assessment(at: fence, enteredAt: enteredAt, exitedAt: exitedAt, policy: policy)
    }
}
