internal import GRDB
package import MonthReports
internal import SQLiteStorage
package import VisitModel

extension MonthRepository {
    /// Closes a month in one transaction: its file no longer changes.
    ///
    /// Of a month before the first closed one, visits that a later file has stay there until the next file moves them.
    /// `expecting` is the number of visits that a person has seen of it. Throws `MonthReportError`: `closing` where the
    /// month is closed, not over or not the next one; `outdated` where it has another number of visits.
    package func close(_ month: Month, at time: Timestamp, by author: ReportAuthor, expecting visits: Int? = nil) throws
    {
        try database.write { db in
            let (closed, history) = (try ClosedMonthTable.closed(db), try ClosedMonthTable.payouts(db))
            try closed.checkClosing(month, at: time)
            let own = MonthSource(of: month, closed)
            let found = try own.count(db)
            if let visits, visits != found {
                throw MonthReportError(
                    .outdated,
                    "\(month) has \(found) visits that count, and had \(visits) when it was shown; look at it again"
                )
            }
            let takesAdjustments = closed.next == month
            let pending: (lines: [MonthLine], payouts: [PayoutLine]) =
                takesAdjustments ? try AdjustmentTable(db, closed, history, database.lookups).pending() : ([], [])
            try ClosedMonthTable.add(ClosedMonth(month, closedAt: time, author: author), db)
            // The adjustments come first, so that the last line of a visit that moved into this month is its own.
            let writer = try MonthLineWriter(month, db)
            for line in pending.lines { try writer.write(line) }
            try db.execute(
                literal: """
                    INSERT INTO month_line (
                        closed_month, change, visit, member, facility, group_name, month, local_day, entered_ms, exited_ms,
                        minutes, time_zone, evidence, confidence, review
                    )
                    SELECT \(month.description), 1, v.id, v.member, v.facility,
                        \(sql: MemberGroupReader.groupSQL("v")), v.month, v.local_day, v.entered_ms, v.exited_ms,
                        \(sql: ReportedVisitColumns.minutes), \(sql: ReportedVisitColumns.timeZone), v.evidence,
                        v.confidence, \(sql: ReportedVisitColumns.decision)
                    FROM visit v WHERE \(own.condition) ORDER BY v.entered_ms, v.id
                    """
            )
            for line in pending.payouts { try writer.write(line) }
            if let rule = history.rule(of: month) {
                for payout in try own.payouts(rule, db) { try writer.write(payout.line) }
            }
            if takesAdjustments { try db.execute(sql: "DELETE FROM changed_visit") }
        }
    }

    /// Decides about the payouts of a month and all later ones.
    ///
    /// Throws `MonthReportError` with code `payout` for a month that is closed, or before one, and for another currency
    /// than that of a payout in a closed month's file.
    package func decide(_ decision: PayoutDecision) throws {
        try database.write { db in
            let closed = try ClosedMonthTable.closed(db)
            if let last = closed.months.last?.month, decision.from <= last {
                throw MonthReportError(
                    .payout,
                    "\(last) is closed, so payouts can be decided about from \(closed.next?.description ?? "none") on"
                )
            }
            let paid = try PreparedStatement(db, "SELECT currency FROM payout_line").first { $0.text(0) }
            let other = try ClosedMonthTable.payouts(db).conflictingCurrency(with: decision)?.code ?? paid
            if let other, let currency = decision.rule?.currency, currency.code != other {
                throw MonthReportError(
                    .payout,
                    "payouts of earlier months are in \(other); \(currency) can't be added to them"
                )
            }
            try ClosedMonthTable.add(decision, db)
        }
    }
}

/// Writes lines into the file of a month.
private struct MonthLineWriter {
    private let line: PreparedStatement
    private let payout: PreparedStatement

    init(_ month: Month, _ db: Database) throws {
        line = try PreparedStatement(
            db,
            """
            INSERT INTO month_line (
                closed_month, change, visit, member, facility, group_name, month, local_day, entered_ms, exited_ms, minutes,
                time_zone, evidence, confidence, review
            )
            VALUES (
                ?1, ?2, ?3, (SELECT key FROM member WHERE id = ?4), (SELECT key FROM facility WHERE id = ?5), ?6, ?7, ?8,
                ?9, ?10, ?11, ?12, ?13, ?14, ?15
            )
            """
        )
        payout = try PreparedStatement(
            db,
            """
            INSERT INTO payout_line (closed_month, member, group_name, month, cents, currency)
            VALUES (?1, (SELECT key FROM member WHERE id = ?2), ?3, ?4, ?5, ?6)
            """
        )
        for statement in [line, payout] { statement.bind(1, month.description) }
    }

    func write(_ added: MonthLine) throws {
        let visit = added.visit
        line.bind(2, added.change.rawValue)
        line.bind(3, visit.visit?.text)
        line.bind(4, visit.member?.text)
        line.bind(5, visit.facility.text)
        line.bind(6, visit.group?.text ?? "")
        line.bind(7, visit.month.description)
        line.bind(8, visit.localDate.daysSince1970)
        line.bind(9, visit.enteredAt?.milliseconds)
        line.bind(10, visit.exitedAt?.milliseconds)
        line.bind(11, visit.minutes)
        line.bind(12, visit.timeZone.identifier)
        line.bind(13, visit.evidence.rawValue)
        line.bind(14, visit.confidence)
        line.bind(15, visit.decision?.rawValue)
        try line.run()
    }

    func write(_ added: PayoutLine) throws {
        payout.bind(2, added.member?.text)
        payout.bind(3, added.group?.text ?? "")
        payout.bind(4, added.month.description)
        payout.bind(5, added.amount.cents)
        payout.bind(6, added.amount.currency.code)
        try payout.run()
    }
}
