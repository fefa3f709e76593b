internal import GRDB
internal import MonthReports
internal import SQLiteStorage
internal import VisitModel

/// What has changed of closed months since, from which the next file's adjustments follow.
struct AdjustmentTable {
    private let db: Database
    private let closed: ClosedMonths
    private let payouts: PayoutHistory
    private let lookups: Lookups

    init(_ db: Database, _ closed: ClosedMonths, _ payouts: PayoutHistory, _ lookups: Lookups) {
        self.lookups = lookups
        self.db = db
        self.closed = closed
        self.payouts = payouts
    }

    /// SQL for lines of files: their change and `ReportedVisitColumns.ofLine`; `condition` is on `l`.
    static func lines(where condition: SQL) -> SQL {
        """
        SELECT l.change, \(sql: ReportedVisitColumns.ofLine)
        FROM month_line l JOIN facility f ON f.key = l.facility LEFT JOIN member m ON m.key = l.member
        WHERE \(condition)
        """
    }

    /// Decodes a row of `lines`.
    static func line(_ row: Columns, _ lookups: Lookups) throws -> MonthLine {
        MonthLine(row.int(0) == 1 ? .added : .removed, try ReportedVisitColumns.visit(row, from: 1, lookups))
    }

    /// The adjustments that the next file gets, in the order of the days.
    func pending() throws -> (lines: [MonthLine], payouts: [PayoutLine]) {
        let changes = try changes()
        let lines = changes.flatMap { MonthLine.adjustments(reported: $0.reported, current: $0.current) }
        var members: [Month: Set<MemberID>] = [:]
        for change in changes {
            for case let visit? in [change.reported, change.current] {
                guard let member = visit.member else { continue }
                members[visit.month, default: []].insert(member)
            }
        }
        let payouts = try members.keys.sorted().flatMap { try payoutAdjustments(of: members[$0] ?? [], in: $0) }
        return (lines, payouts)
    }

    /// The changed visits as the files so far have them.
    ///
    /// Each changed visit is looked up; the lines of the past are not read.
    static var reportedSQL: SQL {
        lines(
            where: """
                l.change = 1 AND l.key IN (
                    SELECT max(n.key) FROM changed_visit c CROSS JOIN month_line n ON n.visit = c.visit GROUP BY n.visit
                )
                """
        )
    }

    /// The changed visits that count now in a closed month.
    static var currentSQL: SQL {
        """
        SELECT \(sql: ReportedVisitColumns.ofVisit)
        FROM changed_visit c CROSS JOIN visit v ON v.id = c.visit JOIN member m ON m.key = v.member
            JOIN facility f ON f.key = v.facility
        WHERE v.verdict = \(Visit.Verdict.counted.rawValue) AND +v.month IN (SELECT month FROM closed_month)
        """
    }

    /// Each changed visit as the files so far have it and as it counts now.
    private func changes() throws -> [(reported: ReportedVisit?, current: ReportedVisit?)] {
        var (reported, current): ([VisitID: ReportedVisit], [VisitID: ReportedVisit]) = ([:], [:])
        try PreparedStatement(db, Self.reportedSQL).forEachRow { row in
            let visit = try ReportedVisitColumns.visit(row, from: 1, lookups)
            if let id = visit.visit { reported[id] = visit }
        }
        try PreparedStatement(db, Self.currentSQL).forEachRow { row in
            let visit = try ReportedVisitColumns.visit(row, from: 0, lookups)
            if let id = visit.visit { current[id] = visit }
        }
        let ids = Set(reported.keys).union(current.keys)
        func place(_ id: VisitID) -> (CivilDate, VisitID) {
            ((reported[id] ?? current[id])?.localDate ?? CivilDate(daysSince1970: 0), id)
        }
        return ids.sorted { place($0) < place($1) }.map { (reported[$0], current[$0]) }
    }

    /// A member's lines in the files of closed months, in the order in which they were written.
    static func entries(
        of member: MemberID,
        _ lookups: Lookups,
        _ db: Database
    ) throws -> [MemberExport.ClosedMonthEntry<MonthLine>] {
        let request: SQL = """
            SELECT l.change, \(sql: ReportedVisitColumns.ofLine), l.closed_month
            FROM month_line l JOIN facility f ON f.key = l.facility JOIN member m ON m.key = l.member
            WHERE m.id = \(member.text) ORDER BY l.key
            """
        return try PreparedStatement(db, request).all { row in
            MemberExport.ClosedMonthEntry(
                closedMonth: try VisitColumns.month(row, 16),
                line: try line(row, lookups)
            )
        }
    }

    static func payoutEntries(
        of member: MemberID,
        _ db: Database
    ) throws -> [MemberExport.ClosedMonthEntry<PayoutLine>] {
        let request: SQL = """
            SELECT l.closed_month, \(sql: payoutColumns)
            FROM payout_line l JOIN member m ON m.key = l.member WHERE m.id = \(member.text) ORDER BY l.key
            """
        return try PreparedStatement(db, request).all { row in
            MemberExport.ClosedMonthEntry(
                closedMonth: try VisitColumns.month(row, 0),
                line: try payout(row, from: 1)
            )
        }
    }

    /// In the order of the members' ids.
    private func payoutAdjustments(of members: Set<MemberID>, in month: Month) throws -> [PayoutLine] {
        guard let rule = payouts.rule(of: month), closed[month] != nil else { return [] }
        let source = MonthSource(month, origin: .visits)
        // Of many members the whole month is read at once.
        guard members.count <= 50 else {
            let reported = Dictionary(
                grouping: try Self.payouts(where: "l.month = \(month.description) AND l.member IS NOT NULL", db),
                by: \.member
            )
            let all = try source.payouts(rule, db).map { ($0.line.member, $0.line) }
            let current = Dictionary(all) { first, _ in first }
            return members.sorted().flatMap {
                PayoutLine.adjustments(reported: reported[$0] ?? [], current: current[$0])
            }
        }
        return try members.sorted().flatMap { member -> [PayoutLine] in
            let find: SQL = "SELECT key FROM member WHERE id = \(member.text)"
            guard let key = try PreparedStatement(db, find).first({ $0.int64(0) }) else { return [] }
            let reported = try Self.payouts(where: "l.member = \(key) AND l.month = \(month.description)", db)
            return PayoutLine.adjustments(
                reported: reported,
                current: try source.payouts(rule, of: key, db).first?.line
            )
        }
    }

    /// The payouts of files that match a condition on `l`.
    static func payouts(where condition: SQL, _ db: Database) throws -> [PayoutLine] {
        let request: SQL = """
            SELECT \(sql: payoutColumns)
            FROM payout_line l LEFT JOIN member m ON m.key = l.member WHERE \(condition) ORDER BY l.key
            """
        return try PreparedStatement(db, request).all { try payout($0, from: 0) }
    }

    private static let payoutColumns = "m.id, m.name, l.group_name, l.month, l.cents, l.currency"

    private static func payout(_ row: Columns, from index: Int32) throws -> PayoutLine {
        guard let currency = try? Currency(row.text(index + 5)) else {
            throw StorageError.damaged("the currency `\(row.text(index + 5))`")
        }
        return PayoutLine(
            member: try row.optionalIdentifier(index),
            memberName: row.isNull(index) ? nil : try row.name(index + 1),
            group: try row.name(index + 2),
            month: try VisitColumns.month(row, index + 3),
            amount: Money(cents: row.int(index + 4), currency)
        )
    }
}
