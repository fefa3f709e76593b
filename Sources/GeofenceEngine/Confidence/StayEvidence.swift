internal import VisitModel

/// Everything that the fixes of one stay say of it, summed up: what bounds, proven time and confidence are made of.
public struct StayEvidence: Hashable, Sendable {
    /// The fixes inside.
    public var proof: FenceTrack.Proof
    /// The fixes after the stay; `nil` while it is open, and after a gap that ended it.
    public var departure: StayBoundary?
    /// How surely the member spends the nights where the stay was, 0...1.
    public var nightShare: Double
    /// The way past; `nil` where a fix before or after is missing.
    public var passage: Passage?

    /// Creates evidence, fresh or from stored parts.
    public init(
        proof: FenceTrack.Proof,
        departure: StayBoundary? = nil,
        passage: Passage? = nil,
        nightShare: Double = 0
    ) {
        self.proof = proof
        self.departure = departure
        self.passage = passage
        self.nightShare = nightShare
    }
}
