internal import GRDB
public import VisitModel

extension VisitStore {
    /// The visits that pass a filter, by entry and then by id.
    ///
    /// The order is total, so that pages one after the other (`after` is the place of the last visit of the page before) are
    /// every visit once.
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
        var conditions: [SQL] = ["1"]
        if let month = filter.month { conditions.append("v.month = \(month.description)") }
        if let member = filter.member { conditions.append("m.id = \(member.text)") }
        if let facility = filter.facility { conditions.append("f.id = \(facility.text)") }
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
        try read { db in
            try PreparedStatement(db, request).forEachRow { try body(VisitColumns.visit($0)) }
        }
    }

    /// One visit.
    ///
    /// - Parameter id: its id.
    /// - Returns: the visit, withdrawn or declined or not; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func visit(_ id: VisitID) throws -> Visit? {
        try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables) WHERE v.id = ?"
            )
            find.bind(1, id.text)
            return try find.first { try VisitColumns.visit($0) }
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

extension VisitStore {
    /// The members who are in a facility: those with an open visit that began within two days.
    ///
    /// A member in two overlapping geofences is one. A visit that has been open for longer has lost contact and is closed with
    /// the next evaluation.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - last: only those behind this member.
    ///   - limit: at most so many.
    /// - Returns: the members, by id.
    /// - Throws: `VisitStoreError`.
    public func membersInside(at now: Timestamp, after last: MemberID? = nil, limit: Int? = nil) throws -> [MemberID] {
        try read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT DISTINCT m.id FROM visit v JOIN member m ON m.key = v.member
                WHERE v.status = 'open' AND v.entered_ms >= ? AND m.id > ? ORDER BY m.id LIMIT ?
                """
            )
            find.bind(1, now.advanced(bySeconds: -Self.longestOpenSeconds).milliseconds)
            find.bind(2, last?.text ?? "")
            find.bind(3, limit ?? -1)
            var members: [MemberID] = []
            try find.forEachRow { members.append(try MemberID($0.text(0))) }
            return members
        }
    }

    /// How many members are in a facility, as `membersInside(at:)` lists them.
    ///
    /// - Parameter now: the time.
    /// - Returns: the number.
    /// - Throws: `VisitStoreError`.
    public func memberCountInside(at now: Timestamp) throws -> Int {
        try read { db in
            let count = try PreparedStatement(
                db,
                "SELECT count(DISTINCT member) FROM visit WHERE status = 'open' AND entered_ms >= ?"
            )
            count.bind(1, now.advanced(bySeconds: -Self.longestOpenSeconds).milliseconds)
            return try count.first { $0.int(0) } ?? 0
        }
    }

    /// A visit that has been open for longer is not taken for presence, in seconds.
    private static let longestOpenSeconds = 48.0 * 3_600
}
