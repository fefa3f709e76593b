public import VisitModel

/// A member's visits by month (the Gym Visits document's `activities()`).
public struct Activities: Sendable {
    private let catalog: any FacilityCatalog
    private let member: MemberID

    /// Creates the activities of one member.
    public init(catalog: any FacilityCatalog, member: MemberID) {
        self.catalog = catalog
        self.member = member
    }

    /// The kinds of activities; a visit to a place is the only one.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A visit to a gym or any other facility.
        case gymVisit = "GYM_VISIT_ACTIVITY"
    }

    /// Returns the counted visits of a month in order of entry, each in the facility's local month of its entry.
    ///
    /// Without a facility those of all are returned. Throws `ValidationError` for a month outside 1...12, and the
    /// errors of the catalog.
    public func get(month: Int, year: Int, kind: Kind = .gymVisit, facility: FacilityID? = nil) throws -> [Visit] {
        try catalog.countedVisits(of: member, in: Month(year: year, month: month), at: facility)
    }
}
