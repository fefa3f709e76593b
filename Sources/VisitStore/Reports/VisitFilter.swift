public import VisitModel

/// Which visits to report; what is `nil` does not restrict.
public struct VisitFilter: Hashable, Sendable {
    /// Only those of this month.
    public var month: Month?
    /// Only those of this member.
    public var member: MemberID?
    /// Only those at this facility.
    public var facility: FacilityID?
    /// Only those that began at or after this time.
    public var since: Timestamp?
    /// Only those that began before this time.
    public var until: Timestamp?
    /// Only those with one of these verdicts; none stands for all.
    public var verdicts: Set<Visit.Verdict>
    /// Only those with one of these statuses; none stands for all.
    public var statuses: Set<Visit.Status> = []
    /// Whether withdrawn ones are reported too.
    public var includesWithdrawn: Bool
    /// Whether the latest entry comes first; `after` is then a place before which they lie.
    public var newestFirst = false
    /// Only those behind this place in the order of entry.
    public var after: VisitCursor?
    /// At most so many, the earliest.
    public var limit: Int?

    /// Makes a filter that passes every visit that was not withdrawn.
    ///
    /// - Parameters:
    ///   - month: only those of this month.
    ///   - member: only those of this member.
    ///   - facility: only those at this facility.
    ///   - since: only those that began at or after this time.
    ///   - until: only those that began before this time.
    ///   - verdicts: only those with one of these verdicts.
    ///   - includesWithdrawn: whether withdrawn ones are reported too.
    ///   - after: only those behind this place.
    ///   - limit: at most so many, the earliest.
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

/// The place of a visit in the order of all visits: when it began, and its id.
public struct VisitCursor: Hashable, Sendable {
    /// When the visit began.
    public let enteredAt: Timestamp
    /// Its id.
    public let id: VisitID

    /// Makes a place, for instance of what a caller handed back.
    ///
    /// - Parameters:
    ///   - enteredAt: when the visit began.
    ///   - id: its id.
    public init(enteredAt: Timestamp, id: VisitID) {
        self.enteredAt = enteredAt
        self.id = id
    }

    /// The place of a visit.
    ///
    /// - Parameter visit: the last one of a page.
    public init(_ visit: Visit) {
        self.init(enteredAt: visit.enteredAt, id: visit.id)
    }
}
