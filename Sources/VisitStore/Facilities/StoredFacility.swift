package import VisitModel

package struct StoredFacility: Hashable, Sendable {
    /// The facility with its current fence, or its last one where it is retired.
    package let facility: Facility
    /// When monitoring ended; `nil` while the facility is in use.
    package let retiredAt: Timestamp?
}

/// A filter for facilities; a criterion that is `nil` does not restrict.
package struct FacilityFilter: Hashable, Sendable {
    package var includesRetired: Bool
    /// Only facilities on this member's list; a member without a list may visit every facility.
    package var member: MemberID?
    /// As written in the address.
    package var city: String?
    /// As written in the address.
    package var state: String?
    /// Text in the id, name or city; ASCII letters match in either case.
    package var text: String?
    /// Only facilities after this id.
    package var after: FacilityID?
    /// Counted from the first id.
    package var limit: Int?

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
