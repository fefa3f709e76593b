package import VisitModel

/// A facility as it is stored.
package struct StoredFacility: Hashable, Sendable {
    /// The facility with its current fence, or its last one where it is retired.
    package let facility: Facility
    /// The time from which the facility is no longer monitored; `nil` while it is in use.
    package let retiredAt: Timestamp?

    /// Creates a stored facility.
    package init(facility: Facility, retiredAt: Timestamp?) {
        self.facility = facility
        self.retiredAt = retiredAt
    }
}

/// A filter for facilities; a criterion that is `nil` does not restrict.
package struct FacilityFilter: Hashable, Sendable {
    /// Whether retired facilities are included.
    package var includesRetired: Bool
    /// Only facilities on this member's list; a member without a list may visit every facility.
    package var member: MemberID?
    /// Only facilities in this city, as written in the address.
    package var city: String?
    /// Only facilities in this state, as written in the address.
    package var state: String?
    /// Only facilities with this text in their id, name or city; ASCII letters match in either case.
    package var text: String?
    /// Only facilities after this id.
    package var after: FacilityID?
    /// The maximum number of facilities, counted from the first id.
    package var limit: Int?

    /// Creates a filter; without arguments it matches every facility in use.
    package init(
        includesRetired: Bool = false,
        member: MemberID? = nil,
        city: String? = nil,
        state: String? = nil,
        text: String? = nil,
        after: FacilityID? = nil,
        limit: Int? = nil
    ) {
        self.includesRetired = includesRetired
        self.member = member
        self.city = city
        self.state = state
        self.text = text
        self.after = after
        self.limit = limit
    }
}
