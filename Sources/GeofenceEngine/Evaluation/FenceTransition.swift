public import VisitModel

/// What a fix changed at one fence.
public enum FenceTransition: Hashable, Sendable {
    /// The member came.
    case entered(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// The member came, as far as one can tell: time passed and nothing contradicted it; the fixes do not confirm it yet.
    case presumed(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// What was presumed came to nothing: the next fix lay elsewhere, or there was none for longer than the limit.
    case lapsed(FenceKey, isSilent: Bool, FenceTrack.Proof)
    /// One more fix inside after the entry.
    case stayed(FenceKey, FenceTrack.Proof)
    /// The member left; `beyondMeters` is how far beyond the edge a fix has shown the device so far, `reading` the one
    /// that all fixes beyond are, where they are one.
    case left(FenceKey, at: Timestamp, beyondMeters: Double, reading: RepeatedReading?, StayEvidence)
    /// Nothing was heard for longer than the limit; the stay ends at its last proof.
    case fellSilent(FenceKey, FenceTrack.Proof)
    /// The fence itself was moved or retired; the stay ends at its last proof.
    case fenceChanged(FenceKey, FenceTrack.Proof)

    /// Which fence.
    public var key: FenceKey {
        switch self {
        case .entered(let key, _, _), .presumed(let key, _, _), .lapsed(let key, _, _), .stayed(let key, _),
            .left(let key, _, _, _, _), .fellSilent(let key, _), .fenceChanged(let key, _):
            key
        }
    }
}
