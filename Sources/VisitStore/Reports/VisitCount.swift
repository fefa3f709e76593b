public import VisitModel

/// What a month's count is taken apart by.
public struct CountKeys: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A row for each member.
    public static let member = CountKeys(rawValue: 1 << 0)
    /// A row for each facility.
    public static let facility = CountKeys(rawValue: 1 << 1)
}

/// One row of a month's count.
public struct VisitCount: Hashable, Sendable {
    /// Whose visits; `nil` where the count is not taken apart by member.
    public let member: MemberID?
    /// Where; `nil` where the count is not taken apart by facility.
    public let facility: FacilityID?
    /// How many visits count.
    public let visits: Int
    /// On how many different local days they began.
    public let days: Int

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - member: whose visits.
    ///   - facility: where.
    ///   - visits: how many visits count.
    ///   - days: on how many different local days they began.
    public init(member: MemberID?, facility: FacilityID?, visits: Int, days: Int) {
        self.member = member
        self.facility = facility
        self.visits = visits
        self.days = days
    }
}
