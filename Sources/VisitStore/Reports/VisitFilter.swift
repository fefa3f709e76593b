public import VisitModel

/// A filter for visits; a criterion that is `nil` does not restrict.
public struct VisitFilter: Hashable, Sendable {
    /// Only visits of this month.
    public var month: Month?
    /// Only visits of this member.
    public var member: MemberID?
    /// Only visits at this facility.
    public var facility: FacilityID?
    /// Only visits that began at or after this time.
    public var since: Timestamp?
    /// Only visits that began before this time.
    public var until: Timestamp?
    /// Only visits with one of these verdicts; an empty set stands for all.
    public var verdicts: Set<Visit.Verdict>
    /// Only visits with one of these statuses; an empty set stands for all.
    public var statuses: Set<Visit.Status> = []
    /// Whether withdrawn visits are included.
    public var includesWithdrawn: Bool
    /// Whether the order is by descending entry; `after` then selects visits before the cursor.
    public var newestFirst = false
    /// Only visits after this cursor, in order of entry.
    public var after: VisitCursor?
    /// The maximum number of visits, counted from the first in the order.
    public var limit: Int?

    /// Creates a filter; without arguments it matches every visit that was not withdrawn.
    public init(
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
public struct VisitCursor: Hashable, Sendable {
    /// When the visit began.
    public let enteredAt: Timestamp
    /// The visit's id.
    public let id: VisitID

    /// Creates a cursor, for instance from a client's request.
    public init(enteredAt: Timestamp, id: VisitID) {
        self.enteredAt = enteredAt
        self.id = id
    }

    /// Creates the cursor of a visit.
    ///
    /// - Parameter visit: the last visit of a page.
    public init(_ visit: Visit) {
        self.init(enteredAt: visit.enteredAt, id: visit.id)
    }
}
