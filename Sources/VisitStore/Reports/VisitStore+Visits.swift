internal import GRDB
public import VisitModel

extension VisitStore {
    /// The visits that pass a filter, by entry.
    ///
    /// - Parameter filter: which.
    /// - Returns: all of them; where they may be many, `eachVisit` needs less memory.
    /// - Throws: `VisitStoreError`.
    public func visits(_ filter: VisitFilter = VisitFilter()) throws -> [Visit] {
        var visits: [Visit] = []
        try eachVisit(filter) { visits.append($0) }
        return visits
    }

    /// Hands over the visits that pass a filter one by one, by entry.
    ///
    /// - Parameters:
    ///   - filter: which.
    ///   - body: takes each, and must not use the store; what it throws ends the report.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachVisit(_ filter: VisitFilter = VisitFilter(), _ body: (Visit) throws -> Void) throws {
        var conditions: [SQL] = []
        if let month = filter.month { conditions.append("v.month = \(month.description)") }
        if let member = filter.member { conditions.append("m.id = \(member.text)") }
        if let facility = filter.facility { conditions.append("f.id = \(facility.text)") }
        if !filter.includesWithdrawn { conditions.append("v.status <> 'withdrawn'") }
        let request: SQL = """
            SELECT \(sql: VisitColumns.names) FROM \(sql: VisitColumns.tables)
            WHERE \(conditions.joined(operator: .and))
            ORDER BY v.entered_ms, v.id
            """
        try read { db in
            try PreparedStatement(db, request).forEachRow { try body(VisitColumns.visit($0)) }
        }
    }

    /// How many visits of a month count.
    ///
    /// - Parameters:
    ///   - month: the local month of the facilities.
    ///   - keys: what the count is taken apart by; nothing gives one row for all.
    /// - Returns: a row for each key that has a counted visit, by member and then facility.
    /// - Throws: `VisitStoreError`.
    public func counts(_ month: Month, by keys: CountKeys) throws -> [VisitCount] {
        let member: SQL = keys.contains(.member) ? "m.id" : "NULL"
        let facility: SQL = keys.contains(.facility) ? "f.id" : "NULL"
        let request: SQL = """
            SELECT \(member), \(facility), count(*), count(DISTINCT v.local_day)
            FROM \(sql: VisitColumns.tables)
            WHERE v.month = \(month.description) AND v.verdict = \(Visit.Verdict.counted.rawValue)
            GROUP BY 1, 2
            HAVING count(*) > 0 OR \(keys.isEmpty)
            ORDER BY 1, 2
            """
        return try read { db in
            var counts: [VisitCount] = []
            try PreparedStatement(db, request).forEachRow { row in
                counts.append(
                    VisitCount(
                        member: try row.optionalIdentifier(0),
                        facility: try row.optionalIdentifier(1),
                        visits: row.int(2),
                        days: row.int(3)
                    )
                )
            }
            return counts
        }
    }
}
