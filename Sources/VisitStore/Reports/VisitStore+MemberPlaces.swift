internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// A member's visit statistics at one facility.
package struct MemberPlaceRecord: Hashable, Sendable {
    /// The number of counted visits by local month; a month without one is missing.
    package var counts: [Month: Int] = [:]
    /// When the last counted visit began; `nil` before the first.
    package var lastVisitAt: Timestamp?
    /// Whether the member has an open visit.
    package var isInside = false

    /// Creates an empty record.
    package init() {}
}

extension VisitStore {
    /// Returns a member's statistics for each facility with a visit; empty for an unknown member.
    package func placeRecords(of member: MemberID) throws -> [FacilityID: MemberPlaceRecord] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT f.id, v.month, sum(v.verdict = 'counted'), max(CASE WHEN v.verdict = 'counted' THEN v.entered_ms END),
                    max(v.status = 'open')
                FROM \(VisitColumns.tables)
                WHERE m.id = ? AND v.status <> 'withdrawn' GROUP BY f.id, v.month
                """
            )
            statement.bind(1, member.text)
            var records: [FacilityID: MemberPlaceRecord] = [:]
            try statement.forEachRow { row in
                let facility: FacilityID = try row.identifier(0)
                var record = records[facility] ?? MemberPlaceRecord()
                let (month, count) = (try VisitColumns.month(row, 1), row.int(2))
                if count > 0 { record.counts[month] = count }
                record.lastVisitAt = [record.lastVisitAt, row.optionalTime(3)].compactMap(\.self).max()
                record.isInside = record.isInside || row.int(4) > 0
                records[facility] = record
            }
            return records
        }
    }
}
