package import VisitModel

/// The number of visits that began on a local day.
package struct DayTally: Hashable, Sendable {
    /// The day, in the facility's time zone.
    package let date: CivilDate
    /// The number of counted visits.
    package let counted: Int
    /// The number of other visits, without withdrawn ones.
    package let others: Int
}

/// The number of recent visits by the time zone of the facilities.
package struct ZoneTally: Hashable, Sendable {
    /// The facilities' time zone; `nil` for those that use the database's default.
    package let timeZone: TimeZoneName?
    /// The local day and its visits.
    package let day: DayTally
    /// The number of open visits among them.
    package let open: Int
}

/// Statistics of a facility.
package struct FacilityTally: Hashable, Sendable {
    /// The number of counted visits by local month; a month without one is missing.
    package var counts: [Month: Int] = [:]
    /// The number of open visits.
    package var open = 0

    /// Creates an empty record.
    package init() {}
}
