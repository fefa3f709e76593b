internal import GRDB
internal import MonthReports
internal import SQLiteStorage
internal import VisitModel

/// Reads the visits that a month's file has.
struct MonthSource {
    /// Where they are read from.
    enum Origin {
        /// The lines of a closed month.
        case file
        /// The visits that count now.
        case visits
        /// The same without those that a later month's file has, which a late fix has moved: the next file moves them.
        case visitsNotReported
    }

    let month: Month
    let origin: Origin
    /// `nil` for every group.
    let group: GroupSelection?

    init(_ month: Month, origin: Origin, group: GroupSelection? = nil) {
        self.month = month
        self.origin = origin
        self.group = group
    }

    /// The month's file where it is closed, and otherwise what it would be.
    init(of month: Month, _ closed: ClosedMonths, group: GroupSelection? = nil) {
        let isEarlier = closed.months.first.map { month < $0.month } ?? false
        self.init(
            month,
            origin: closed[month] != nil ? .file : isEarlier ? .visitsNotReported : .visits,
            group: group
        )
    }

    /// SQL for what a visit `v` has to be to be the month's, where it is not closed.
    var condition: SQL {
        let counted: SQL = """
            v.month = \(month.description) AND v.verdict = \(Visit.Verdict.counted.rawValue)
            """
        guard origin == .visitsNotReported else { return counted }
        return """
            \(counted) AND coalesce((
                SELECT l.change FROM month_line l WHERE l.visit = v.id ORDER BY l.key DESC LIMIT 1
            ), -1) <> 1
            """
    }

    /// SQL for the month's own visits: member, facility, group_name, local_day, entered_ms and minutes.
    var rows: SQL {
        guard origin == .file else {
            return """
                SELECT v.member, v.facility, \(sql: MemberGroupReader.groupSQL("v")) AS group_name, v.local_day,
                    v.entered_ms, \(sql: ReportedVisitColumns.minutes) AS minutes
                FROM visit v WHERE \(condition)
                """
        }
        return """
            SELECT l.member, l.facility, l.group_name, l.local_day, l.entered_ms, l.minutes FROM month_line l
            WHERE l.closed_month = \(month.description) AND l.month = \(month.description)
            """
    }

    /// Calls a closure with each of the month's visits, which is not closed, in order of entry.
    func forEachVisit(_ lookups: Lookups, _ db: Database, _ body: (ReportedVisit) throws -> Void) throws {
        let selection: SQL =
            group.map {
                "AND \(sql: MemberGroupReader.groupSQL("v")) = \($0.group?.text ?? "")"
            } ?? ""
        let request: SQL = """
            SELECT \(sql: ReportedVisitColumns.ofVisit)
            FROM visit v JOIN member m ON m.key = v.member JOIN facility f ON f.key = v.facility
            WHERE \(condition) \(selection) ORDER BY v.entered_ms, v.id
            """
        try PreparedStatement(db, request).forEachRow { try body(ReportedVisitColumns.visit($0, from: 0, lookups)) }
    }

    private var selected: SQL {
        group.map { "SELECT * FROM (\(rows)) WHERE group_name = \($0.group?.text ?? "")" } ?? rows
    }

    /// The figures of each subject with a visit.
    func figures(by key: ReportKey, _ db: Database) throws -> [ReportSubject: ReportFigures] {
        let (names, join, column): (SQL, SQL, SQL) =
            switch key {
            case .member: ("m.id, m.name", "LEFT JOIN member m ON m.key = s.subject", "s.member")
            case .facility: ("f.id, f.name", "JOIN facility f ON f.key = s.subject", "s.facility")
            case .group: ("s.subject, ''", "", "s.group_name")
            }
        let request: SQL = """
            SELECT \(names), s.visits, s.days, s.minutes, s.members, s.first_day, s.last_day FROM (
                SELECT \(column) AS subject, count(*) AS visits, count(DISTINCT s.local_day) AS days,
                    sum(s.minutes) AS minutes, count(DISTINCT s.member) AS members, min(s.local_day) AS first_day,
                    max(s.local_day) AS last_day
                FROM (\(selected)) s GROUP BY 1
            ) s \(join)
            """
        var figures: [ReportSubject: ReportFigures] = [:]
        try PreparedStatement(db, request).forEachRow { row in
            let subject: ReportSubject =
                switch key {
                case .member:
                    .member(try row.optionalIdentifier(0), row.isNull(0) ? nil : try row.name(1))
                case .facility: .facility(try row.identifier(0), name: row.text(1))
                case .group: .group(try row.name(0))
                }
            figures[subject] = ReportFigures(
                visits: row.int(2),
                days: row.int(3),
                minutes: row.int(4),
                members: row.int(5),
                first: CivilDate(daysSince1970: row.int(6)),
                last: CivilDate(daysSince1970: row.int(7))
            )
        }
        return figures
    }

    /// The number of visits that began in each quarter of an hour, by the facilities' time zones.
    func quarters(_ standard: TimeZoneName, _ lookups: Lookups, _ db: Database) throws -> [BusyHours.Quarter] {
        let request: SQL = """
            SELECT w.time_zone, s.quarter, sum(s.visits) FROM (
                SELECT facility, entered_ms / \(BusyHours.Quarter.milliseconds) AS quarter, count(*) AS visits
                FROM (\(selected)) WHERE entered_ms IS NOT NULL GROUP BY 1, 2
            ) s JOIN facility_version w ON w.facility = s.facility AND w.valid_from_ms = (
                SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = s.facility
            ) GROUP BY 1, 2
            """
        return try PreparedStatement(db, request).all { row in
            BusyHours.Quarter(
                timeZone: try row.optionalText(0).map(lookups.zone) ?? standard,
                number: row.int64(1),
                visits: row.int(2)
            )
        }
    }

    /// The number of the month's own visits.
    func count(_ db: Database) throws -> Int {
        let request: SQL = "SELECT count(*) FROM (\(selected))"
        return try PreparedStatement(db, request).first { $0.int(0) } ?? 0
    }

    /// What each member's visits are worth, by a rule; of the month's own visits in every group.
    func payouts(_ rule: PayoutRule, of member: Int64? = nil, _ db: Database) throws -> [(key: Int64, line: PayoutLine)]
    {
        let one: SQL = member.map { "WHERE s.member = \($0)" } ?? ""
        // Beside one max(), the other columns are those of its row.
        let request: SQL = """
            SELECT s.member, m.id, m.name, s.visits, s.days, s.group_name FROM (
                SELECT s.member, count(*) AS visits, count(DISTINCT s.local_day) AS days, max(s.entered_ms), s.group_name
                FROM (\(rows)) s \(one) GROUP BY s.member
            ) s JOIN member m ON m.key = s.member
            """
        return try PreparedStatement(db, request).all { row in
            let line = PayoutLine(
                member: try row.identifier(1),
                memberName: try row.name(2),
                group: try row.name(5),
                month: month,
                amount: Money(cents: rule.cents(visits: row.int(3), days: row.int(4)), rule.currency)
            )
            return (row.int64(0), line)
        }.filter { $0.line.amount.cents != 0 }
    }
}
