/// The retention periods of raw fixes in days, counted from when they were stored; `nil` for no limit.
package struct RetentionPeriods: Hashable, Sendable {
    /// Fixes sent by phones.
    package var liveDays: Int?
    /// Fixes read from files.
    package var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    package var evidenceDays: Int?

    /// Creates periods.
    package init(liveDays: Int?, replayedDays: Int?, evidenceDays: Int?) {
        self.liveDays = liveDays
        self.replayedDays = replayedDays
        self.evidenceDays = evidenceDays
    }

    /// The defaults: 30 days, no limit, and 396 days (13 months).
    package static let standard = RetentionPeriods(liveDays: 30, replayedDays: nil, evidenceDays: 396)

    /// Returns the retention period of fixes of an origin in days; `nil` for no limit.
    package func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}

/// A summary of the fixes removed by retention.
package struct RemovedFixes: Hashable, Sendable {
    /// The number of device hours processed; less than the limit when none are left.
    package var hours = 0
    /// The number of fixes and other phone inputs removed.
    package var fixes = 0
    /// The number of fixes kept as evidence of visits.
    package var keptAsEvidence = 0

    /// Creates an empty summary.
    package init() {}
}
