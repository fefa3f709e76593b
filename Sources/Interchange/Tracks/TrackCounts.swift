/// How much of a track was read and how much of it could be used.
package struct TrackCounts: Hashable, Sendable {
    /// Fixes that were handed over.
    package internal(set) var fixes = 0
    /// Records or points that could not be used; each has a diagnostic, or is counted in `remarks`.
    package internal(set) var rejected = 0
    /// How often each diagnostic code came up, also beyond the diagnostics that were kept.
    package internal(set) var remarks: [String: Int] = [:]

    /// Makes counts of nothing.
    package init() {}
}
