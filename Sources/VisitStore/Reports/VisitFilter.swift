package import VisitModel

/// A filter for visits; a criterion that is `nil` does not restrict.
package struct VisitFilter: Hashable, Sendable {
    /// Of the facility's local time.
    package var month: Month?
    package var member: MemberID?
    package var facility: FacilityID?
    /// Visits that began at or after this time.
    package var since: Timestamp?
    /// Visits that began before this time.
    package var until: Timestamp?
    /// An empty set stands for all.
    package var verdicts: Set<Visit.Verdict>
    /// An empty set stands for all.
    package var statuses: Set<Visit.Status> = []
    package var includesWithdrawn: Bool
    /// By descending entry; `after` then selects visits before the cursor.
    package var newestFirst = false
    /// In order of entry.
    package var after: VisitCursor?
    /// Counted from the first visit in the order.
    package var limit: Int?

    /// Without arguments, matches every visit that was not withdrawn.
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
    package let id: VisitID

    package init(enteredAt: Timestamp, id: VisitID) {
        self.enteredAt = enteredAt
        self.id = id
    }

    package init(_ visit: Visit) {
        self.init(enteredAt: visit.enteredAt, id: visit.id)
    }
}
