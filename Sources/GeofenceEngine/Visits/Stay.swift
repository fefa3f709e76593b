public import VisitModel

/// What one device saw of one visit.
///
/// For a member with one phone a stay is a visit; the stays of a member's phones are joined by `VisitResolver`.
public struct Stay: Hashable, Sendable {
    /// The stay's name: a digest of device, facility and first entry, kept when later input moves the times.
    public var id: StayID
    /// Which fence.
    public let key: FenceKey
    /// When the member came.
    public var enteredAt: Timestamp
    /// When the dwell threshold was reached.
    public var dwelledAt: Timestamp?
    /// When the member left, or was last proven there before a silence.
    public var exitedAt: Timestamp?
    /// How far the stay has come.
    public var status: Visit.Status
    /// How many seconds a stay here has to last.
    public let thresholdSeconds: Int
    /// The fixes inside, over all parts of a merged stay.
    public var proof: FenceTrack.Proof
    /// The fixes inside before the last re-entry, where the stay is a merged one.
    public var earlierProof: FenceTrack.Proof?
    /// The fixes after the stay; `nil` while it goes on, and after a gap that ended it.
    public var departure: StayBoundary?
    /// The way past the place, where fixes before and after are known.
    public var passage: Passage?
    /// How surely the member spends the nights there, 0...1.
    public var nightShare: Double
    /// How often the fence was entered: 1, and one more for each re-entry that continued the stay.
    public var entries: Int
    /// What a person who checks should know.
    public var doubts: Visit.Doubts

    /// Makes a stay, fresh or from stored parts.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - key: which fence.
    ///   - enteredAt: when the member came.
    ///   - dwelledAt: when the threshold was reached.
    ///   - exitedAt: when the member left.
    ///   - status: how far it has come.
    ///   - thresholdSeconds: how many seconds it has to last.
    ///   - proof: the fixes inside.
    ///   - earlierProof: the fixes inside before the last re-entry.
    ///   - departure: the fixes after the stay.
    ///   - passage: the way past the place.
    ///   - nightShare: how surely the member spends the nights there.
    ///   - entries: how often the fence was entered.
    ///   - doubts: what a person who checks should know.
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
        self.entries = entries
        self.doubts = doubts
    }

    /// What confidence is made of.
    public var stayEvidence: StayEvidence {
        StayEvidence(proof: proof, departure: departure, passage: passage, nightShare: nightShare)
    }

    /// How well the stay is proven.
    ///
    /// `confirmed` where fixes inside, no farther apart than the policy's continuous gap or with a report of rest before the
    /// gap, span the threshold; `inferred` where a gap in fixes had to be bridged for the threshold to be reached.
    public var evidence: Visit.Evidence {
        guard dwelledAt != nil else { return .none }
        return proof.continuousSeconds >= Double(thresholdSeconds) ? .confirmed : .inferred
    }
}

/// A stay's name.
public struct StayID: Hashable, Sendable {
    /// The digest.
    public let rawValue: UInt64

    /// Takes a stored digest.
    ///
    /// - Parameter rawValue: the digest.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Names the stay of a device that begins at a facility at a time.
    ///
    /// The same stay gets the same name in every run, so that a file read twice tells nothing twice.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - facility: the place.
    ///   - enteredAt: the entry first told.
    public init(device: DeviceID, facility: FacilityID, enteredAt: Timestamp) {
        var digest = StableDigest()
        digest.combine(device.text)
        digest.combine(facility.text)
        digest.combine(enteredAt.milliseconds)
        self.rawValue = digest.value
    }

    /// The name as a visit carries it: `v` and 13 letters and digits.
    public var visitID: VisitID? { try? VisitID("v" + StableDigest.text(of: rawValue)) }
}
