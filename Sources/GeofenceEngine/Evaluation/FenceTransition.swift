public import VisitModel

/// A change of one device's state at one fence.
public enum FenceTransition: Hashable, Sendable {
    /// The member entered.
    case entered(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// The entry is presumed: nothing contradicted it for long enough, but no fix confirms it yet.
    case presumed(FenceKey, at: Timestamp, FenceTrack.Proof)
    /// A presumed entry was not confirmed: the next fix lay elsewhere, or there was none for longer than the limit.
    case lapsed(FenceKey, isSilent: Bool, FenceTrack.Proof)
    /// One more fix inside after the entry.
    case stayed(FenceKey, FenceTrack.Proof)
    /// The member left.
    ///
    /// `beyondMeters` is the largest distance beyond the edge that a fix has shown so far; `reading` is the repeated
    /// position that all fixes beyond share, if they do.
    case left(FenceKey, at: Timestamp, beyondMeters: Double, reading: RepeatedReading?, StayEvidence)
    /// The gap in fixes exceeded the limit; the stay ends at its last proof.
    case fellSilent(FenceKey, FenceTrack.Proof)
    /// The fence itself was moved or retired; the stay ends at its last proof.
    case fenceChanged(FenceKey, FenceTrack.Proof)

    /// The fence.
    public var key: FenceKey {
        switch self {
        case .entered(let key, _, _), .presumed(let key, _, _), .lapsed(let key, _, _), .stayed(let key, _),
            .left(let key, _, _, _, _), .fellSilent(let key, _), .fenceChanged(let key, _):
            key
        }
    }
}
