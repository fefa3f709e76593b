internal import GRDB
public import VisitModel

/// What is known of a member at one facility.
public struct MemberPlaceRecord: Hashable, Sendable {
    /// How many visits of each local month count; a month without one is missing.
    public var counts: [Month: Int] = [:]
    /// When the last visit that counts began; `nil` before the first.
    public var lastVisitAt: Timestamp?
    /// Whether the member is there, as far as is known.
    public var isInside = false

    /// Makes a record of nothing.
    public init() {}
}

extension VisitStore {
    /// What is known of a member at each facility, for all facilities at once.
    ///
    /// - Parameter member: whose visits.
    /// - Returns: a record of each facility that the member was at; none for an unknown member.
    /// - Throws: `VisitStoreError`.
    public func placeRecords(of member: MemberID) throws -> [FacilityID: MemberPlaceRecord] {
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
