/// How much of a track was read and how much of it could be used.
public struct TrackCounts: Hashable, Sendable {
    /// Fixes that were handed over.
    public internal(set) var fixes = 0
    /// Records or points that could not be used; each has a diagnostic, or is counted in `remarks`.
    public internal(set) var rejected = 0
    /// How often each diagnostic code came up, also beyond the diagnostics that were kept.
    public internal(set) var remarks: [String: Int] = [:]

    /// Makes counts of nothing.
    public init() {}
}
