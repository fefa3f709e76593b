internal import GRDB
public import VisitModel

extension VisitStore {
    /// How many visits began at a facility on each day of a month.
    ///
    /// - Parameters:
    ///   - facility: where.
    ///   - month: the facility's local month.
    /// - Returns: the days on which one began, in order.
    /// - Throws: `VisitStoreError`.
    public func visitsByDay(at facility: FacilityID, in month: Month) throws -> [DayTally] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT v.local_day, sum(v.verdict = 'counted'), sum(v.verdict <> 'counted') FROM visit v
                WHERE v.facility = (SELECT key FROM facility WHERE id = ?) AND v.month = ? AND v.status <> 'withdrawn'
                GROUP BY v.local_day ORDER BY v.local_day
                """
            )
            statement.bind(1, facility.text)
            statement.bind(2, month.description)
            var days: [DayTally] = []
            try statement.forEachRow { row in
                days.append(
                    DayTally(date: CivilDate(daysSince1970: row.int(0)), counted: row.int(1), others: row.int(2))
                )
            }
            return days
        }
    }

    /// How many visits began since a time, by the day and time zone of the facilities: what day it is differs among them.
    ///
    /// - Parameter time: the earliest entry.
    /// - Returns: a tally of each zone and day.
    /// - Throws: `VisitStoreError`.
    public func visitTallies(since time: Timestamp) throws -> [ZoneTally] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT w.time_zone, v.local_day, sum(v.verdict = 'counted'), sum(v.verdict <> 'counted'),
                    sum(v.status = 'open')
                FROM visit v JOIN facility_version w ON w.facility = v.facility AND w.valid_from_ms = (
                    SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = v.facility
                )
                WHERE v.entered_ms >= ? AND v.status <> 'withdrawn' GROUP BY 1, 2 ORDER BY 1, 2
                """
            )
            statement.bind(1, time.milliseconds)
            var tallies: [ZoneTally] = []
            try statement.forEachRow { row in
                tallies.append(
                    ZoneTally(
                        timeZone: try row.optionalText(0).map(lookups.zone),
                        day: DayTally(
                            date: CivilDate(daysSince1970: row.int(1)),
                            counted: row.int(2),
                            others: row.int(3)
                        ),
                        open: row.int(4)
                    )
                )
            }
            return tallies
        }
    }

    /// What is known of some facilities, for all of them at once.
    ///
    /// - Parameters:
    ///   - facilities: which.
    ///   - time: the earliest entry of the visits looked at.
    /// - Returns: a tally of each that had a visit since.
    /// - Throws: `VisitStoreError`.
    public func tallies(of facilities: [FacilityID], since time: Timestamp) throws -> [FacilityID: FacilityTally] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT v.month, sum(v.verdict = 'counted'), sum(v.status = 'open') FROM visit v
                WHERE v.facility = (SELECT key FROM facility WHERE id = ?) AND v.entered_ms >= ?
                    AND v.status <> 'withdrawn'
                GROUP BY v.month
                """
            )
            var tallies: [FacilityID: FacilityTally] = [:]
            for facility in facilities {
                statement.bind(1, facility.text)
                statement.bind(2, time.milliseconds)
                try statement.forEachRow { row in
                    var tally = tallies[facility] ?? FacilityTally()
                    if row.int(1) > 0 { tally.counts[try VisitColumns.month(row, 0)] = row.int(1) }
                    tally.open += row.int(2)
                    tallies[facility] = tally
                }
            }
            return tallies
        }
    }
}
