public import VisitModel

/// A facility as the database holds it.
public struct StoredFacility: Hashable, Sendable {
    /// The place, with its current fence, or once retired with its last.
    public let facility: Facility
    /// From when on it is no longer watched; `nil` while it is in use.
    public let retiredAt: Timestamp?

    /// Makes a listing.
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - retiredAt: from when on it is no longer watched.
    public init(facility: Facility, retiredAt: Timestamp?) {
        self.facility = facility
        self.retiredAt = retiredAt
    }
}

/// Which facilities to list; what is `nil` does not restrict.
public struct FacilityFilter: Hashable, Sendable {
    /// Whether retired ones are listed too.
    public var includesRetired: Bool
    /// Only those on this member's list; a member without one has the whole network.
    public var member: MemberID?
    /// Only those of this city, as written in the address.
    public var city: String?
    /// Only those of this state, as written in the address.
    public var state: String?
    /// Only those with this text in their id, name or city, whatever the case of its ASCII letters.
    public var text: String?
    /// Only those behind this one, by id.
    public var after: FacilityID?
    /// At most so many, the first by id.
    public var limit: Int?

    /// Makes a filter that passes every facility in use.
    ///
    /// - Parameters:
    ///   - includesRetired: whether retired ones are listed too.
    ///   - member: only those on this member's list.
    ///   - city: only those of this city.
    ///   - state: only those of this state.
    ///   - text: only those with this text in their id, name or city.
    ///   - after: only those behind this one, by id.
    ///   - limit: at most so many.
    public init(
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
