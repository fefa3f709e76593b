/// The numbers of fixes, rejected records and diagnostics of a track.
package struct TrackCounts: Hashable, Sendable {
    /// The number of fixes returned.
    package internal(set) var fixes = 0
    /// The number of unusable records or points; each has a diagnostic, or is counted in `remarks`.
    package internal(set) var rejected = 0
    /// The number of diagnostics by code, including those beyond the limit.
    package internal(set) var remarks: [String: Int] = [:]

    /// Creates counts of 0.
    package init() {}
}
