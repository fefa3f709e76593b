public import VisitModel

/// The grouping of a month's count.
public struct CountKeys: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a grouping from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// One row per member.
    public static let member = CountKeys(rawValue: 1 << 0)
    /// One row per facility.
    public static let facility = CountKeys(rawValue: 1 << 1)
}

/// One row of a month's count.
public struct VisitCount: Hashable, Sendable {
    /// The member; `nil` where the count is not grouped by member.
    public let member: MemberID?
    /// The facility; `nil` where the count is not grouped by facility.
    public let facility: FacilityID?
    /// The number of counted visits.
    public let visits: Int
    /// The number of distinct local days on which the visits began.
    public let days: Int

    /// Creates a row.
    public init(member: MemberID?, facility: FacilityID?, visits: Int, days: Int) {
        self.member = member
        self.facility = facility
        self.visits = visits
        self.days = days
    }
}
