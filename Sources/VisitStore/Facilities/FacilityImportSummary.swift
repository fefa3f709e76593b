/// The result of an import, or the expected result of a dry run.
package struct FacilityImportSummary: Hashable, Sendable {
    /// The number of new facilities.
    package var added = 0
    /// The number of changed facilities, including those that returned from retirement.
    package var updated = 0
    /// The number of facilities that were identical to the stored ones.
    package var unchanged = 0
    /// The number of facilities retired because the import did not contain them.
    package var retired = 0
    /// The result for the members' lists that came with the facilities.
    package var members = MemberImportSummary()

    /// Creates an empty summary.
    package init() {}

    /// Whether the import changed the database.
    var hasChanges: Bool { added + updated + retired > 0 || members.changesPlaces }
}

/// The result for one facility of an import.
package enum FacilityImportOutcome: Hashable, Sendable, CaseIterable {
    /// The facility was new.
    case added
    /// The facility changed.
    case updated
    /// The facility was identical to the stored one.
    case unchanged
}
