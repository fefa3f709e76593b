public import VisitModel

/// Which events to report; what is `nil` does not restrict.
public struct EventFilter: Hashable, Sendable {
    /// Only those of this device.
    public var device: DeviceID?
    /// Only those of this member's devices.
    public var member: MemberID?
    /// Only those that happened at or after this time.
    public var since: Timestamp?
    /// Only those that happened before this time.
    public var until: Timestamp?
    /// At most so many, the earliest.
    public var limit: Int?

    /// Makes a filter that passes every event.
    ///
    /// - Parameters:
    ///   - device: only those of this device.
    ///   - member: only those of this member's devices.
    ///   - since: only those that happened at or after this time.
    ///   - until: only those that happened before this time.
    ///   - limit: at most so many, the earliest.
    public init(
        device: DeviceID? = nil,
        member: MemberID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int? = nil
    ) {
        self.device = device
        self.member = member
        self.since = since
        self.until = until
        self.limit = limit
    }
}

/// Which visits to report; what is `nil` does not restrict.
public struct VisitFilter: Hashable, Sendable {
    /// Only those of this month.
    public var month: Month?
    /// Only those of this member.
    public var member: MemberID?
    /// Only those at this facility.
    public var facility: FacilityID?
    /// Whether withdrawn ones are reported too.
    public var includesWithdrawn: Bool

    /// Makes a filter that passes every visit that was not withdrawn.
    ///
    /// - Parameters:
    ///   - month: only those of this month.
    ///   - member: only those of this member.
    ///   - facility: only those at this facility.
    ///   - includesWithdrawn: whether withdrawn ones are reported too.
    public init(
        month: Month? = nil,
        member: MemberID? = nil,
        facility: FacilityID? = nil,
        includesWithdrawn: Bool = false
    ) {
        self.month = month
        self.member = member
        self.facility = facility
        self.includesWithdrawn = includesWithdrawn
    }
}

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
