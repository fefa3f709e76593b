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

    /// Returns the counted visits of a month, each in the facility's local month of its entry.
    ///
    /// - Parameters:
    ///   - month: 1...12.
    ///   - year: a year of the common era.
    ///   - kind: the kind of activity.
    ///   - facility: restricts the result to one facility; `nil` for all.
    /// - Returns: the visits in order of entry.
    /// - Throws: `ValidationError` for an invalid month, the errors of the catalog.
    public func get(
        month: Int,
        year: Int,
        kind: Kind = .gymVisit,
        facility: FacilityID? = nil
    ) throws -> [Visit] {
        try catalog.countedVisits(of: member, in: Month(year: year, month: month), at: facility)
    }
}
