internal import GRDB
package import MonthReports
internal import SQLiteStorage
package import VisitModel

/// The files of months: what counts in each, which are closed, and what visits are worth.
package struct MonthRepository: Sendable {
    let database: VisitDatabase

    package func closed() throws -> ClosedMonths { try database.read(ClosedMonthTable.closed) }

    package func payoutHistory() throws -> PayoutHistory { try database.read(ClosedMonthTable.payouts) }

    /// Returns what a month's report is made from; `group` selects the visits of a group.
    ///
    /// Reads each counted visit of the month and of the month before.
    package func content(of month: Month, by key: ReportKey, group: GroupSelection? = nil) throws -> MonthContent {
        try contents(of: month, by: [key], group: group)[0]
    }

    /// Returns the same for several keys, in their order, from one snapshot.
    package func contents(
        of month: Month,
        by keys: [ReportKey],
        group: GroupSelection? = nil
    ) throws -> [MonthContent] {
        try database.read { db in
            let (closed, history) = (try ClosedMonthTable.closed(db), try ClosedMonthTable.payouts(db))
            func isSelected(_ other: GroupID?) -> Bool { group.map { $0.group == other } ?? true }
            let own = MonthSource(of: month, closed, group: group)
            let before = month.advanced(by: -1).map { MonthSource(of: $0, closed, group: group) }
            let file = try FileReader(db, closed, history, database.lookups).read(month)
            return try keys.map { key in
                MonthContent(
                    month: month,
                    key: key,
                    closed: closed,
                    figures: try own.figures(by: key, db),
                    before: try before?.figures(by: key, db) ?? [:],
                    adjustments: file.lines.filter { isSelected($0.visit.group) },
                    rule: history.rule(of: month),
                    payouts: file.payouts.filter { isSelected($0.group) },
                    payoutAdjustments: file.payoutAdjustments.filter { isSelected($0.group) }
                )
            }
        }
    }

    /// What a month's file has besides its visits.
    private struct FileReader {
        let db: Database
        let closed: ClosedMonths
        let history: PayoutHistory
        let lookups: Lookups

        init(_ db: Database, _ closed: ClosedMonths, _ history: PayoutHistory, _ lookups: Lookups) {
            (self.db, self.closed, self.history, self.lookups) = (db, closed, history, lookups)
        }

        func read(
            _ month: Month
        ) throws -> (lines: [MonthLine], payouts: [PayoutLine], payoutAdjustments: [PayoutLine]) {
            guard closed[month] == nil else {
                let isOther: SQL = "l.closed_month = \(month.description) AND l.month <> \(month.description)"
                let isOwn: SQL = "l.closed_month = \(month.description) AND l.month = \(month.description)"
                let lines: SQL = "\(AdjustmentTable.lines(where: isOther)) ORDER BY l.key"
                return (
                    try PreparedStatement(db, lines).all { try AdjustmentTable.line($0, lookups) },
                    try AdjustmentTable.payouts(where: isOwn, db), try AdjustmentTable.payouts(where: isOther, db)
                )
            }
            let own = MonthSource(of: month, closed)
            let payouts = try history.rule(of: month).map { try own.payouts($0, db).map(\.line) } ?? []
            guard closed.next == month else { return ([], payouts, []) }
            let pending = try AdjustmentTable(db, closed, history, lookups).pending()
            return (pending.lines, payouts, pending.payouts)
        }
    }

    /// Returns the number of visits that count in a month, in every group.
    package func visitCount(of month: Month) throws -> Int {
        try database.read { try MonthSource(of: month, ClosedMonthTable.closed($0)).count($0) }
    }

    /// Returns when a month's visits began, by weekday and hour; without those of members who were erased.
    package func busyHours(of month: Month, group: GroupSelection? = nil, standard: TimeZoneName) throws -> BusyHours {
        try database.read { db in
            let source = MonthSource(of: month, try ClosedMonthTable.closed(db), group: group)
            return BusyHours(try source.quarters(standard, database.lookups, db))
        }
    }

    /// Returns the groups of all members, in order.
    package func groups() throws -> [GroupID] {
        try database.read { db in
            let list = try PreparedStatement(
                db,
                "SELECT DISTINCT group_name FROM member_group WHERE group_name <> '' ORDER BY group_name"
            )
            return try list.all { try $0.identifier(0) }
        }
    }

    /// Calls a closure with each line of a month's file, from one snapshot: the adjustments of months that were closed
    /// before, then the month's visits in order of entry.
    ///
    /// The closure must not use the store. An error that it throws ends the iteration.
    package func forEachLine(
        of month: Month,
        group: GroupSelection? = nil,
        _ body: (MonthLine) throws -> Void
    ) throws {
        try database.read { db in
            let closed = try ClosedMonthTable.closed(db)
            guard closed[month] == nil else {
                let selected: SQL = group.map { "l.group_name = \($0.group?.text ?? "")" } ?? "1"
                let lines = AdjustmentTable.lines(where: "l.closed_month = \(month.description) AND \(selected)")
                let request: SQL = "\(lines) ORDER BY l.key"
                return try PreparedStatement(db, request).forEachRow { row in
                    try body(AdjustmentTable.line(row, database.lookups))
                }
            }
            if closed.next == month {
                let history = try ClosedMonthTable.payouts(db)
                let pending = try AdjustmentTable(db, closed, history, database.lookups).pending().lines
                for line in pending where group.map({ $0.group == line.visit.group }) ?? true { try body(line) }
            }
            try MonthSource(of: month, closed, group: group).forEachVisit(database.lookups, db) { visit in
                try body(MonthLine(.added, visit))
            }
        }
    }
}
