/// The retention periods of raw fixes in days, counted from when they were stored; `nil` for no limit.
public struct RetentionPeriods: Hashable, Sendable {
    /// Fixes sent by phones.
    public var liveDays: Int?
    /// Fixes read from files.
    public var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    public var evidenceDays: Int?

    /// Creates periods.
    public init(liveDays: Int?, replayedDays: Int?, evidenceDays: Int?) {
        self.liveDays = liveDays
        self.replayedDays = replayedDays
        self.evidenceDays = evidenceDays
    }

    /// The defaults: 30 days, no limit, and 396 days (13 months).
    public static let standard = RetentionPeriods(liveDays: 30, replayedDays: nil, evidenceDays: 396)

    /// Returns the retention period of fixes of an origin in days; `nil` for no limit.
    public func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}

/// A summary of the fixes removed by retention.
public struct RemovedFixes: Hashable, Sendable {
    /// The number of device hours processed; less than the limit when none are left.
    public var hours = 0
    /// The number of fixes and other phone inputs removed.
    public var fixes = 0
    /// The number of fixes kept as evidence of visits.
    public var keptAsEvidence = 0

    /// Creates an empty summary.
    public init() {}
}
