internal import VisitModel

/// The summed fixes of one stay, from which bounds, proven time and confidence are computed.
public struct StayEvidence: Hashable, Sendable {
    /// The fixes inside.
    public var proof: FenceTrack.Proof
    /// The fixes after the stay; `nil` while it is open, and after a gap that ended it.
    public var departure: StayBoundary?
    /// The certainty that the member spends the nights where the stay was, 0...1.
    public var nightShare: Double
    /// The path past the place; `nil` where a fix before or after is missing.
    public var passage: Passage?

    /// Creates evidence, new or restored from stored parts.
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
