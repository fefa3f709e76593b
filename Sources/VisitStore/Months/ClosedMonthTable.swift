internal import GRDB
internal import MonthReports
internal import SQLiteStorage
internal import VisitModel

/// The months that are closed, and what was decided about payouts.
enum ClosedMonthTable {
    static func closed(_ db: Database) throws -> ClosedMonths {
        let list = try PreparedStatement(db, "SELECT month, closed_ms, author, author_name FROM closed_month")
        return ClosedMonths(
            try list.all { row in
                ClosedMonth(
                    try VisitColumns.month(row, 0),
                    closedAt: row.time(1),
                    author: ReportAuthor(id: row.text(2), name: row.optionalText(3))
                )
            }
        )
    }

    static func add(_ month: ClosedMonth, _ db: Database) throws {
        try db.execute(
            literal: """
                INSERT INTO closed_month (month, closed_ms, author, author_name)
                VALUES (
                    \(month.month.description), \(month.closedAt.milliseconds), \(month.author.id), \(month.author.name)
                )
                """
        )
    }

    static func payouts(_ db: Database) throws -> PayoutHistory {
        let list = try PreparedStatement(
            db,
            """
            SELECT from_month, required_days, unit, unit_cents, most_cents, currency, decided_ms, author, author_name
            FROM payout_decision ORDER BY key
            """
        )
        return PayoutHistory(
            try list.all { row in
                PayoutDecision(
                    from: try VisitColumns.month(row, 0),
                    rule: row.isNull(1) ? nil : try rule(row),
                    decidedAt: row.time(6),
                    author: ReportAuthor(id: row.text(7), name: row.optionalText(8))
                )
            }
        )
    }

    static func add(_ decision: PayoutDecision, _ db: Database) throws {
        let rule = decision.rule
        try db.execute(
            literal: """
                INSERT INTO payout_decision (
                    from_month, required_days, unit, unit_cents, most_cents, currency, decided_ms, author, author_name
                )
                VALUES (
                    \(decision.from.description), \(rule?.requiredDays), \(rule?.unit.rawValue), \(rule?.centsPerUnit),
                    \(rule?.mostCents), \(rule?.currency.code), \(decision.decidedAt.milliseconds),
                    \(decision.author.id), \(decision.author.name)
                )
                """
        )
    }

    private static func rule(_ row: Columns) throws -> PayoutRule {
        do {
            return try PayoutRule(
                requiredDays: row.int(1),
                unit: row.named(2),
                centsPerUnit: row.optionalInt64(3).map { Int($0) },
                mostCents: row.optionalInt64(4).map { Int($0) },
                currency: Currency(row.text(5))
            )
        } catch {
            throw StorageError.damaged("an invalid payout rule", cause: error)
        }
    }
}
