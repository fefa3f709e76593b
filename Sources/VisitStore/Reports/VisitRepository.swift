internal import GRDB
internal import MonthReports
internal import SQLiteStorage
package import VisitModel

package struct VisitRepository: Sendable {
    let database: VisitDatabase

    /// Returns the visits that match a filter, ordered by entry and then by id.
    ///
    /// The order is total, so successive pages (`after` is the cursor of the previous page's last visit) contain every
    /// visit exactly once. All visits are in memory at once.
    package func all(matching filter: VisitFilter = VisitFilter()) throws -> [Visit] {
        var visits: [Visit] = []
        try forEach(matching: filter) { visits.append($0) }
        return visits
    }

    /// Calls a closure with each visit that matches a filter, ordered by entry and then by id.
    ///
    /// The closure must not use the store. An error that it throws ends the iteration.
    package func forEach(matching filter: VisitFilter = VisitFilter(), _ body: (Visit) throws -> Void) throws {
        var conditions: [SQL] = ["1"]
        if let month = filter.month {
            // The index over the time of entry has the order of the list; without the plus, that of months is chosen.
            let (first, hours) = (Int64(month.firstDay.daysSince1970) * 86_400_000, Int64(14 * 3_600_000))
            conditions.append(
                """
                +v.month = \(month.description)
                AND v.entered_ms BETWEEN \(first - hours) AND \(first + Int64(month.length) * 86_400_000 + hours)
                """
            )
        }
        if let date = filter.localDate {
            // Local time is at most 14 hours from UTC; an index is over the time of entry.
            let (midnight, hours) = (Int64(date.daysSince1970) * 86_400_000, Int64(14 * 3_600_000))
            conditions.append(
                """
                v.local_day = \(date.daysSince1970)
                AND v.entered_ms BETWEEN \(midnight - hours) AND \(midnight + 86_400_000 + hours)
                """
            )
        }
        if let member = filter.member { conditions.append("m.id = \(member.text)") }
        if let facility = filter.facility { conditions.append("f.id = \(facility.text)") }
        if let group = filter.group {
            conditions.append("\(sql: MemberGroupReader.groupSQL("v")) = \(group.group?.text ?? "")")
        }
        if let since = filter.since { conditions.append("v.entered_ms >= \(since.milliseconds)") }
        if let until = filter.until { conditions.append("v.entered_ms < \(until.milliseconds)") }
        if !filter.verdicts.isEmpty {
            let names = filter.verdicts.map(\.rawValue).sorted().map { "v.verdict = \($0)" as SQL }
            conditions.append("(\(names.joined(separator: " OR ")))")
        }
        if !filter.includesWithdrawn { conditions.append("v.status <> 'withdrawn'") }
        if !filter.statuses.isEmpty {
            let names = filter.statuses.map(\.rawValue).sorted().map { "v.status = \($0)" as SQL }
            conditions.append("(\(names.joined(separator: " OR ")))")
        }
        if let after = filter.after {
            let place: SQL = "(\(after.enteredAt.milliseconds), \(after.id.text))"
            conditions.append(
                filter.newestFirst ? "(v.entered_ms, v.id) < \(place)" : "(v.entered_ms, v.id) > \(place)"
            )
        }
        let order: SQL = filter.newestFirst ? "v.entered_ms DESC, v.id DESC" : "v.entered_ms, v.id"
        let request: SQL = """
            SELECT \(sql: VisitColumns.names) FROM \(sql: VisitColumns.tables)
            WHERE \(conditions.joined(operator: .and))
            ORDER BY \(order) LIMIT \(filter.limit ?? -1)
            """
        try database.read { db in
            try PreparedStatement(db, request).forEachRow { try body(VisitColumns.visit($0)) }
        }
    }

    /// Returns the visits of a member that overlap a time span, ordered by entry.
    ///
    /// Withdrawn and declined visits are included. An open visit has no end and overlaps every later span. An unknown
    /// member has no visits.
    package func all(of member: MemberID, overlapping span: ClosedRange<Timestamp>) throws -> [Visit] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(VisitColumns.names) FROM \(VisitColumns.tables)
                WHERE m.id = ? AND v.entered_ms <= ? AND (v.exited_ms IS NULL OR v.exited_ms >= ?)
                ORDER BY v.entered_ms, v.id
                """
            )
            statement.bind(1, member.text)
            statement.bind(2, span.upperBound.milliseconds)
            statement.bind(3, span.lowerBound.milliseconds)
            return try statement.all(VisitColumns.visit)
        }
    }

    /// Returns a visit, also a withdrawn or declined one.
    package func find(_ id: VisitID) throws -> Visit? {
        let request: SQL = """
            SELECT \(sql: VisitColumns.names) FROM \(sql: VisitColumns.tables) WHERE v.id = \(id.text)
            """
        return try database.read { try PreparedStatement($0, request).first(VisitColumns.visit) }
    }

    /// Returns those of the visits that are stored, also withdrawn and declined ones, in the order of the ids.
    package func find(_ ids: [VisitID]) throws -> [Visit] {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables) WHERE v.id = ?"
            )
            return try ids.compactMap { id in
                find.bind(1, id.text)
                return try find.first(VisitColumns.visit)
            }
        }
    }

    /// Returns the names of the members of visits, and their groups at the visits' entries.
    package func memberDetails(
        of ids: some Collection<VisitID>
    ) throws -> [VisitID: (name: MemberName?, group: GroupID?)] {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT m.name, \(MemberGroupReader.groupSQL("v")) FROM visit v JOIN member m ON m.key = v.member
                WHERE v.id = ?
                """
            )
            var details: [VisitID: (name: MemberName?, group: GroupID?)] = [:]
            for id in ids {
                find.bind(1, id.text)
                details[id] = try find.first { (name: try $0.name(0), group: try $0.name(1)) }
            }
            return details
        }
    }

    /// Returns the number of counted visits of a local month for each set of keys with one, ordered by member and then
    /// facility.
    ///
    /// An empty set of keys gives one row for all. Those of a closed month are the ones of its file; the members who were
    /// erased since are one without an id.
    package func counts(_ month: Month, by keys: CountKeys) throws -> [VisitCount] {
        let member: SQL = keys.contains(.member) ? "m.id" : "NULL"
        let facility: SQL = keys.contains(.facility) ? "f.id" : "NULL"
        return try database.read { db in
            let source = MonthSource(of: month, try ClosedMonthTable.closed(db))
            let request: SQL = """
                SELECT \(member), \(facility), count(*), count(DISTINCT s.local_day)
                FROM (\(source.rows)) s
                    JOIN facility f ON f.key = s.facility LEFT JOIN member m ON m.key = s.member
                GROUP BY 1, 2
                HAVING count(*) > 0 OR \(keys.isEmpty)
                ORDER BY 1, 2
                """
            return try PreparedStatement(db, request).all { row in
                VisitCount(
                    member: try row.optionalIdentifier(0),
                    facility: try row.optionalIdentifier(1),
                    visits: row.int(2),
                    days: row.int(3)
                )
            }
        }
    }

    /// Returns a member's statistics for each facility with a visit.
    package func placeRecords(of member: MemberID) throws -> [FacilityID: MemberPlaceRecord] {
        try database.read { db in
            let request: SQL = """
                SELECT f.id, v.month, sum(v.verdict = 'counted'),
                    max(CASE WHEN v.verdict = 'counted' THEN v.entered_ms END)
                FROM \(sql: VisitColumns.tables)
                WHERE m.id = \(member.text) AND v.status <> 'withdrawn' GROUP BY f.id, v.month
                """
            var records: [FacilityID: MemberPlaceRecord] = [:]
            try PreparedStatement(db, request).forEachRow { row in
                let facility: FacilityID = try row.identifier(0)
                var record = records[facility] ?? MemberPlaceRecord()
                let (month, count) = (try VisitColumns.month(row, 1), row.int(2))
                if count > 0 { record.counts[month] = count }
                record.lastVisitAt = [record.lastVisitAt, row.optionalTime(3)].compactMap(\.self).max()
                records[facility] = record
            }
            return records
        }
    }
}

package struct CountKeys: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let member = CountKeys(rawValue: 1 << 0)
    package static let facility = CountKeys(rawValue: 1 << 1)
}

package struct VisitCount: Hashable, Sendable {
    /// `nil` where the count is not grouped by member.
    package let member: MemberID?
    /// `nil` where the count is not grouped by facility.
    package let facility: FacilityID?
    package let visits: Int
    /// The number of distinct local days on which the visits began.
    package let days: Int

    package init(member: MemberID?, facility: FacilityID?, visits: Int, days: Int) {
        self.member = member
        self.facility = facility
        self.visits = visits
        self.days = days
    }
}

package struct MemberPlaceRecord: Hashable, Sendable {
    /// The number of counted visits by local month; a month without one is missing.
    package var counts: [Month: Int] = [:]
    /// When the last counted visit began; `nil` before the first.
    package var lastVisitAt: Timestamp?
}
