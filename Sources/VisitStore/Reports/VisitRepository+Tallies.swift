internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitRepository {
    /// Returns the number of visits that began on each day of a local month, at a facility or at all, in order.
    ///
    /// A day without a visit is missing.
    package func dailyTallies(at facility: FacilityID? = nil, in month: Month) throws -> [DayTally] {
        let place: SQL = facility.map { "v.facility = (SELECT key FROM facility WHERE id = \($0.text))" } ?? "1"
        let request: SQL = """
            SELECT v.local_day, sum(v.verdict = 'counted'), sum(v.verdict <> 'counted') FROM visit v
            WHERE \(place) AND v.month = \(month.description) AND v.status <> 'withdrawn'
            GROUP BY v.local_day ORDER BY v.local_day
            """
        return try database.read { db in
            try PreparedStatement(db, request).all { row in
                DayTally(date: CivilDate(daysSince1970: row.int(0)), counted: row.int(1), others: row.int(2))
            }
        }
    }

    /// Returns the number of visits that began at or after a time, by the facilities' time zone and local day.
    ///
    /// The zone is needed because the current day differs among facilities.
    package func zoneTallies(since time: Timestamp) throws -> [ZoneTally] {
        let request: SQL = """
            SELECT w.time_zone, v.local_day, sum(v.verdict = 'counted'), sum(v.verdict <> 'counted')
            FROM visit v JOIN facility_version w ON w.facility = v.facility AND w.valid_from_ms = (
                SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = v.facility
            )
            WHERE v.entered_ms >= \(time.milliseconds) AND v.status <> 'withdrawn' GROUP BY 1, 2 ORDER BY 1, 2
            """
        return try database.read { db in
            try PreparedStatement(db, request).all { row in
                ZoneTally(
                    timeZone: try row.optionalText(0).map(database.lookups.zone),
                    day: DayTally(date: CivilDate(daysSince1970: row.int(1)), counted: row.int(2), others: row.int(3))
                )
            }
        }
    }

    /// Returns statistics of several facilities, computed from the visits that began at or after a time.
    ///
    /// A facility without such a visit is missing from the result.
    package func facilityTallies(
        of facilities: [FacilityID],
        since time: Timestamp
    ) throws -> [FacilityID: FacilityTally] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT v.month, sum(v.verdict = 'counted') FROM visit v
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
                    tallies[facility] = tally
                }
            }
            return tallies
        }
    }
}

package struct DayTally: Hashable, Sendable {
    /// In the facility's time zone.
    package let date: CivilDate
    /// The number of counted visits.
    package let counted: Int
    /// The number of other visits, without withdrawn ones.
    package let others: Int
}

/// The number of recent visits by the time zone of the facilities.
package struct ZoneTally: Hashable, Sendable {
    /// `nil` for facilities that use the database's default.
    package let timeZone: TimeZoneName?
    package let day: DayTally
}

package struct FacilityTally: Hashable, Sendable {
    /// The number of counted visits by local month; a month without one is missing.
    package var counts: [Month: Int] = [:]
}
