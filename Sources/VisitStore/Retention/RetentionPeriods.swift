/// For how many days raw fixes are kept, counted from when they were stored; `nil` for ever.
public struct RetentionPeriods: Hashable, Sendable {
    /// Fixes that phones sent.
    public var liveDays: Int?
    /// Fixes that were read from files.
    public var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    public var evidenceDays: Int?

    /// Makes periods.
    ///
    /// - Parameters:
    ///   - liveDays: for fixes that phones sent.
    ///   - replayedDays: for fixes that were read from files.
    ///   - evidenceDays: for the fixes of visits.
    public init(liveDays: Int?, replayedDays: Int?, evidenceDays: Int?) {
        self.liveDays = liveDays
        self.replayedDays = replayedDays
        self.evidenceDays = evidenceDays
    }

    /// What holds where nothing was set: 30 days, for ever, and 396 days (13 months).
    public static let standard = RetentionPeriods(liveDays: 30, replayedDays: nil, evidenceDays: 396)

    /// For how many days the fixes of an origin are kept; `nil` for ever.
    public func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}

/// What retention removed.
public struct RemovedFixes: Hashable, Sendable {
    /// How many hours of devices were looked at: all that were due where it is less than the limit.
    public var hours = 0
    /// How many fixes and other inputs of phones were removed.
    public var fixes = 0
    /// How many were kept as evidence of visits.
    public var keptAsEvidence = 0

    /// Begins a sum.
    public init() {}
}
