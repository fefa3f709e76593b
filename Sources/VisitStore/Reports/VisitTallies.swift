public import VisitModel

/// How many visits began on a local day.
public struct DayTally: Hashable, Sendable {
    /// The day, in the facility's time zone.
    public let date: CivilDate
    /// How many of them count.
    public let counted: Int
    /// How many do not, withdrawn ones left out.
    public let others: Int
}

/// How many visits began lately, by the time zone of the facilities.
public struct ZoneTally: Hashable, Sendable {
    /// The facilities' time zone; `nil` for those that go by the database's default.
    public let timeZone: TimeZoneName?
    /// The days on which they began there.
    public let day: DayTally
    /// How many of them go on.
    public let open: Int
}

/// What is known of a facility.
public struct FacilityTally: Hashable, Sendable {
    /// How many visits of each local month count; a month without one is missing.
    public var counts: [Month: Int] = [:]
    /// How many visits go on.
    public var open = 0

    /// Makes a record of nothing.
    public init() {}
}
