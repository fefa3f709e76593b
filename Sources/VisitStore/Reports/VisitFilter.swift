package import VisitModel

/// A filter for visits; a criterion that is `nil` does not restrict.
package struct VisitFilter: Hashable, Sendable {
    /// Only visits of this month.
    package var month: Month?
    /// Only visits of this member.
    package var member: MemberID?
    /// Only visits at this facility.
    package var facility: FacilityID?
    /// Only visits that began at or after this time.
    package var since: Timestamp?
    /// Only visits that began before this time.
    package var until: Timestamp?
    /// Only visits with one of these verdicts; an empty set stands for all.
    package var verdicts: Set<Visit.Verdict>
    /// Only visits with one of these statuses; an empty set stands for all.
    package var statuses: Set<Visit.Status> = []
    /// Whether withdrawn visits are included.
    package var includesWithdrawn: Bool
    /// Whether the order is by descending entry; `after` then selects visits before the cursor.
    package var newestFirst = false
    /// Only visits after this cursor, in order of entry.
    package var after: VisitCursor?
    /// The maximum number of visits, counted from the first in the order.
    package var limit: Int?

    /// Creates a filter; without arguments it matches every visit that was not withdrawn.
    package init(
        month: Month? = nil,
        member: MemberID? = nil,
        facility: FacilityID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        verdicts: Set<Visit.Verdict> = [],
        includesWithdrawn: Bool = false,
        after: VisitCursor? = nil,
        limit: Int? = nil
    ) {
        self.month = month
        self.member = member
        self.facility = facility
        self.since = since
        self.until = until
        self.verdicts = verdicts
        self.includesWithdrawn = includesWithdrawn
        self.after = after
        self.limit = limit
    }
}

/// The position of a visit in the total order of visits: entry and id.
package struct VisitCursor: Hashable, Sendable {
    /// When the visit began.
    package let enteredAt: Timestamp
    /// The visit's id.
    package let id: VisitID

    /// Creates a cursor, for instance from a client's request.
    package init(enteredAt: Timestamp, id: VisitID) {
        self.enteredAt = enteredAt
        self.id = id
    }

    /// Creates the cursor of a visit.
    package init(_ visit: Visit) {
        self.init(enteredAt: visit.enteredAt, id: visit.id)
    }
}
