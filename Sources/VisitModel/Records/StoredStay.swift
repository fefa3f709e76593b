/// An interval that one device spent at one facility.
///
/// A member's visit is built from the stays of the member's devices at the same place and time.
package struct StoredStay: Hashable, Sendable {
    package let id: String
    package let facility: FacilityID
    package var enteredAt: Timestamp
    /// `nil` until the dwell threshold is reached.
    package var dwelledAt: Timestamp?
    /// `nil` while the stay is open.
    package var exitedAt: Timestamp?
    /// Whether the stay is open, and otherwise how it ended.
    package var status: Visit.Status
    package var evidence: Visit.Evidence
    package var fixesInside: Int
    /// The last time at which the device was proven inside.
    package var lastProofAt: Timestamp
    /// In metres, the greatest distance of a fix inside the edge; negative when every fix lay outside.
    package var depthMeters: Double
    /// Doubts to show to a reviewer.
    package var doubts: Visit.Doubts
    /// The time of the input that caused the last change.
    package var touchedAt: Timestamp
    package var visit: VisitID?
    /// The engine's running sums over the stay's fixes; `nil` for a stay stored by a version that kept none.
    package var evidenceState: [UInt8]?

    package init(
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

/// A stored stay that moves to another visit, with its events.
package struct MovedStay: Hashable, Sendable {
    package let stay: String
    /// The visit that the stay's events have named so far.
    package let from: VisitID
    package let to: VisitID
    /// The earliest time of the stay's events.
    package let start: Timestamp
    /// The latest time of the stay's events; `nil` while the stay is open.
    package let end: Timestamp?

    package init(_ stay: StoredStay, from: VisitID, to: VisitID) {
        self.stay = stay.id
        self.from = from
        self.to = to
        self.start = stay.enteredAt
        self.end = stay.exitedAt
    }
}
