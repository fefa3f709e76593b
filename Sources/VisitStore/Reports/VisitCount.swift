package import VisitModel

/// The grouping of a month's count.
package struct CountKeys: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: Int

    /// Creates a grouping from its bits.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// One row per member.
    package static let member = CountKeys(rawValue: 1 << 0)
    /// One row per facility.
    package static let facility = CountKeys(rawValue: 1 << 1)
}

/// One row of a month's count.
package struct VisitCount: Hashable, Sendable {
    /// The member; `nil` where the count is not grouped by member.
    package let member: MemberID?
    /// The facility; `nil` where the count is not grouped by facility.
    package let facility: FacilityID?
    /// The number of counted visits.
    package let visits: Int
    /// The number of distinct local days on which the visits began.
    package let days: Int

    /// Creates a row.
    package init(member: MemberID?, facility: FacilityID?, visits: Int, days: Int) {
        self.member = member
        self.facility = facility
        self.visits = visits
        self.days = days
    }
}
