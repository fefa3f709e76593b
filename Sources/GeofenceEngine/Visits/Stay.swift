public import VisitModel

/// One device's continuous presence in one fence.
///
/// For a member with one phone a stay is a visit. `VisitResolver` joins the stays of several phones.
public struct Stay: Hashable, Sendable {
    /// The stay's ID: a digest of device, facility and first entry, kept when later input moves the times.
    public var id: StayID
    /// The fence.
    public let key: FenceKey
    /// The estimated time of the entry.
    public var enteredAt: Timestamp
    /// The time at which the dwell threshold was reached; `nil` before.
    public var dwelledAt: Timestamp?
    /// The estimated time of the exit, or the last proof before a gap in fixes; `nil` while the stay is open.
    public var exitedAt: Timestamp?
    /// Whether the stay is open, closed or timed out.
    public var status: Visit.Status
    /// The dwell threshold of the fence, in seconds.
    public let thresholdSeconds: Int
    /// The fixes inside, over all parts of a merged stay.
    public var proof: FenceTrack.Proof
    /// The fixes inside before the last re-entry; `nil` where the stay was not merged.
    public var earlierProof: FenceTrack.Proof?
    /// The fixes after the stay; `nil` while it is open, and after a gap that ended it.
    public var departure: StayBoundary?
    /// The path past the place; `nil` unless fixes before and after are known.
    public var passage: Passage?
    /// The certainty that the member spends the nights there, 0...1.
    public var nightShare: Double
    /// The number of earlier visits of the device, where the fence has neighbours.
    public var earlierVisits: Double
    /// The number of entries: 1, plus one for each re-entry that continued the stay.
    public var entries: Int
    /// Flags for a human reviewer.
    public var doubts: Visit.Doubts

    /// Creates a stay.
    public init(
        id: StayID,
        key: FenceKey,
        enteredAt: Timestamp,
        dwelledAt: Timestamp? = nil,
        exitedAt: Timestamp? = nil,
        status: Visit.Status = .open,
        thresholdSeconds: Int,
        proof: FenceTrack.Proof,
        earlierProof: FenceTrack.Proof? = nil,
        departure: StayBoundary? = nil,
        passage: Passage? = nil,
        nightShare: Double = 0,
        earlierVisits: Double = 0,
        entries: Int = 1,
        doubts: Visit.Doubts = []
    ) {
        self.id = id
        self.key = key
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.thresholdSeconds = thresholdSeconds
        self.proof = proof
        self.earlierProof = earlierProof
        self.departure = departure
        self.passage = passage
        self.nightShare = nightShare
        self.earlierVisits = earlierVisits
        self.entries = entries
        self.doubts = doubts
    }

    /// The input of the confidence model.
    public var stayEvidence: StayEvidence {
        StayEvidence(
            proof: proof,
            departure: departure,
            passage: passage,
            nightShare: nightShare,
            earlierVisits: earlierVisits
        )
    }

    /// How well the dwell is proven.
    ///
    /// `confirmed` where fixes inside span the threshold, no farther apart than the policy's continuous gap or with a
    /// report of rest before the gap. `inferred` where a gap in fixes had to be bridged to reach the threshold.
    public var evidence: Visit.Evidence {
        guard dwelledAt != nil else { return .none }
        return proof.continuousSeconds >= Double(thresholdSeconds) ? .confirmed : .inferred
    }
}

/// A stay's ID.
public struct StayID: Hashable, Sendable {
    /// The digest.
    public let rawValue: UInt64

    /// Restores an ID.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Computes the ID of a device's stay from its facility and its entry as it was first reported.
    ///
    /// The same stay gets the same ID in every run, so that reading a file twice emits no event twice.
    public init(device: DeviceID, facility: FacilityID, enteredAt: Timestamp) {
        var digest = StableDigest()
        digest.combine(device.text)
        digest.combine(facility.text)
        digest.combine(enteredAt.milliseconds)
        self.rawValue = digest.value
    }

    /// The visit ID with this digest: `v` and 13 letters and digits.
    public var visitID: VisitID { VisitID("v", digest: rawValue) }
}
