public import VisitModel

/// What one device saw of one stay.
///
/// A member's visit is made of the stays that the member's devices saw at the same time at the same place.
public struct StoredStay: Hashable, Sendable {
    /// The stay's name.
    public let id: String
    /// At which facility.
    public let facility: FacilityID
    /// When the device came.
    public var enteredAt: Timestamp
    /// When the dwell threshold was reached; `nil` while it is not.
    public var dwelledAt: Timestamp?
    /// When the device left; `nil` while the stay goes on.
    public var exitedAt: Timestamp?
    /// How far the stay has come.
    public var status: Visit.Status
    /// How well it is proven.
    public var evidence: Visit.Evidence
    /// How many fixes lay inside.
    public var fixesInside: Int
    /// The last time the device was proven inside.
    public var lastProofAt: Timestamp
    /// How far inside the edge the deepest fix lay, in metres; negative when every fix lay outside.
    public var depthMeters: Double
    /// What a person who checks should know.
    public var doubts: Visit.Doubts
    /// The trigger of its last change.
    public var touchedAt: Timestamp
    /// The visit it is part of, where there is one.
    public var visit: VisitID?
    /// The engine's own sums over the fixes of the stay; `nil` for a stay stored by a version that kept none.
    public var evidenceState: [UInt8]?

    /// Makes a stay.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - facility: at which facility.
    ///   - enteredAt: when the device came.
    ///   - dwelledAt: when the dwell threshold was reached.
    ///   - exitedAt: when the device left.
    ///   - status: how far it has come.
    ///   - evidence: how well it is proven.
    ///   - fixesInside: how many fixes lay inside.
    ///   - lastProofAt: the last time the device was proven inside.
    ///   - depthMeters: how far inside the edge the deepest fix lay.
    ///   - doubts: what a person who checks should know.
    ///   - touchedAt: the trigger of its last change.
    ///   - visit: the visit it is part of.
    ///   - evidenceState: the engine's own sums over its fixes.
    public init(
        id: String,
        facility: FacilityID,
        enteredAt: Timestamp,
        dwelledAt: Timestamp?,
        exitedAt: Timestamp?,
        status: Visit.Status,
        evidence: Visit.Evidence,
        fixesInside: Int,
        lastProofAt: Timestamp,
        depthMeters: Double,
        doubts: Visit.Doubts,
        touchedAt: Timestamp,
        visit: VisitID?,
        evidenceState: [UInt8]? = nil
    ) {
        self.id = id
        self.facility = facility
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.evidence = evidence
        self.fixesInside = fixesInside
        self.lastProofAt = lastProofAt
        self.depthMeters = depthMeters
        self.doubts = doubts
        self.touchedAt = touchedAt
        self.visit = visit
        self.evidenceState = evidenceState
    }
}
