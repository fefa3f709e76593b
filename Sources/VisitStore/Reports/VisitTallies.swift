public import VisitModel

/// The number of visits that began on a local day.
public struct DayTally: Hashable, Sendable {
    /// The day, in the facility's time zone.
    public let date: CivilDate
    /// The number of counted visits.
    public let counted: Int
    /// The number of other visits, without withdrawn ones.
    public let others: Int
}

/// The number of recent visits by the time zone of the facilities.
public struct ZoneTally: Hashable, Sendable {
    /// The facilities' time zone; `nil` for those that use the database's default.
    public let timeZone: TimeZoneName?
    /// The local day and its visits.
    public let day: DayTally
    /// The number of open visits among them.
    public let open: Int
}

/// Statistics of a facility.
public struct FacilityTally: Hashable, Sendable {
    /// The number of counted visits by local month; a month without one is missing.
    public var counts: [Month: Int] = [:]
    /// The number of open visits.
    public var open = 0

    /// Creates an empty record.
    public init() {}
}
