public import VisitModel

/// A stay with what has to be known of it to make a member's visits.
public struct DeviceStay: Hashable, Sendable {
    /// The phone that saw it.
    public let device: DeviceID
    /// Where.
    public let facility: FacilityID
    /// The name the stay would give to a visit of its own.
    public let ownVisit: VisitID
    /// The visit it was part of when it was last told of.
    public var knownVisit: VisitID?
    /// When the device came.
    public let enteredAt: Timestamp
    /// When the threshold was reached.
    public let dwelledAt: Timestamp?
    /// When the device left.
    public let exitedAt: Timestamp?
    /// How far it has come.
    public let status: Visit.Status
    /// How well it is proven.
    public let evidence: Visit.Evidence
    /// How many fixes lay inside.
    public let fixesInside: Int
    /// The last time the device was proven inside.
    public let lastProofAt: Timestamp
    /// How far inside the edge the deepest fix lay, in metres.
    public let depthMeters: Double
    /// What a person who checks should know.
    public let doubts: Visit.Doubts
    /// How many seconds a stay there has to last.
    public let thresholdSeconds: Int
    /// The zone of the facility's months.
    public let timeZone: TimeZoneName
    /// What its fixes say; `nil` for a stay stored by a version that did not keep it.
    public let stayEvidence: StayEvidence?
    /// The fence it was in; `nil` where that is no longer known.
    public let fence: Fence?

    /// Makes a stay.
    ///
    /// - Parameters:
    ///   - device: the phone that saw it.
    ///   - facility: where.
    ///   - ownVisit: the name it would give to a visit of its own.
    ///   - knownVisit: the visit it was part of when last told of.
    ///   - enteredAt: when the device came.
    ///   - dwelledAt: when the threshold was reached.
    ///   - exitedAt: when the device left.
    ///   - status: how far it has come.
    ///   - evidence: how well it is proven.
    ///   - fixesInside: how many fixes lay inside.
    ///   - lastProofAt: the last time it was proven inside.
    ///   - depthMeters: metres inside the edge of the deepest fix.
    ///   - doubts: what a person who checks should know.
    ///   - thresholdSeconds: how many seconds a stay there has to last.
    ///   - timeZone: the zone of the facility's months.
    ///   - stayEvidence: what its fixes say.
    ///   - fence: the fence it was in.
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

    /// Takes up what one device saw.
    ///
    /// - Parameters:
    ///   - stay: what it saw.
    ///   - fence: the fence it was in.
    ///   - device: the phone.
    ///   - ownVisit: the name that the stay would give to a visit of its own.
    ///   - knownVisit: the visit it was part of when it was last reported.
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

    /// The time that is known to belong to the stay: up to the exit, or the last proof of one that goes on.
    var provenEnd: Timestamp { exitedAt ?? max(enteredAt, lastProofAt) }

    /// Whether it lasted for the threshold and no dwell was told, because its fixes speak against it.
    var wasRefusedDwell: Bool {
        dwelledAt == nil && enteredAt.seconds(to: provenEnd) >= Double(thresholdSeconds)
    }
}
