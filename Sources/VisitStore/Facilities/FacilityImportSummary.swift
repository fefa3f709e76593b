/// What an import did, or with a dry run would have done.
public struct FacilityImportSummary: Hashable, Sendable {
    /// Facilities that were not there before.
    public var added = 0
    /// Facilities of which anything changed, those that came back from retirement among them.
    public var updated = 0
    /// Facilities that were there, exactly as they came.
    public var unchanged = 0
    /// Facilities that were in use and did not come again.
    public var retired = 0
    /// What became of the lists of members that came with the facilities.
    public var members = MemberImportSummary()

    /// Makes a summary of nothing.
    public init() {}

    /// Whether the database is another than before.
    var hasChanges: Bool { added + updated + retired > 0 || members.changesPlaces }
}

/// What became of one facility of an import.
public enum FacilityImportOutcome: Hashable, Sendable, CaseIterable {
    /// It was not there before.
    case added
    /// Something about it changed.
    case updated
    /// It was there, exactly as it came.
    case unchanged
}
