internal import GRDB
internal import MonthReports
internal import SQLiteStorage
package import VisitModel

/// The day from which the groups of an import or a request apply.
package struct GroupStart: Hashable, Sendable {
    /// `nil` where none was given: a change applies from today, and a member's first group to all visits after the last
    /// closed month.
    package let stated: CivilDate?
    package let today: CivilDate

    package init(stated: CivilDate? = nil, today: CivilDate) {
        self.stated = stated
        self.today = today
    }
}

/// Reads the groups of members by time.
struct MemberGroupReader {
    private let list: PreparedStatement

    /// The SQL of the group of a visit, empty for none; `alias` is that of a row with `member` and `local_day`.
    static func groupSQL(_ alias: String) -> String {
        """
        coalesce((
            SELECT g.group_name FROM member_group g
            WHERE g.member = \(alias).member AND g.from_day <= \(alias).local_day ORDER BY g.from_day DESC LIMIT 1
        ), '')
        """
    }

    init(_ db: Database) throws {
        list = try PreparedStatement(
            db,
            "SELECT from_day, group_name FROM member_group WHERE member = ? ORDER BY from_day"
        )
    }

    func periods(of member: Int64) throws -> [GroupPeriod] {
        list.bind(1, member)
        return try list.all { row in
            GroupPeriod(from: CivilDate(daysSince1970: row.int(0)), group: try row.name(1))
        }
    }
}

struct MemberGroupWriter {
    private let reader: MemberGroupReader
    private let remove: PreparedStatement
    private let insert: PreparedStatement
    /// Where a member's first group begins: closed months have the visits without one, and stay as they are.
    private let firstDay: CivilDate

    init(_ db: Database) throws {
        reader = try MemberGroupReader(db)
        remove = try PreparedStatement(db, "DELETE FROM member_group WHERE member = ? AND from_day >= ?")
        insert = try PreparedStatement(
            db,
            "INSERT INTO member_group (member, from_day, group_name) VALUES (?, ?, ?)"
        )
        firstDay = try ClosedMonthTable.closed(db).next?.firstDay ?? GroupPeriod.beginning
    }

    /// Sets the group from a day on, `nil` for none; what was set for later days no longer holds.
    ///
    /// Returns whether that changed anything.
    func set(_ group: GroupID?, of member: Int64, from start: GroupStart) throws -> Bool {
        let periods = try reader.periods(of: member)
        // What is planned for later stays where a file only repeats what holds today.
        if start.stated == nil, !periods.isEmpty, periods.last(where: { $0.from <= start.today })?.group == group {
            return false
        }
        let day = start.stated ?? (periods.isEmpty ? firstDay : start.today)
        let (earlier, later) = (periods.last { $0.from < day }, periods.filter { $0.from >= day })
        let isNeeded = earlier?.group != group
        if isNeeded ? later == [GroupPeriod(from: day, group: group)] : later.isEmpty { return false }
        remove.bind(1, member)
        remove.bind(2, day.daysSince1970)
        try remove.run()
        guard isNeeded else { return true }
        insert.bind(1, member)
        insert.bind(2, day.daysSince1970)
        insert.bind(3, group?.text ?? "")
        try insert.run()
        return true
    }
}

extension Columns {
    /// A name or group; `nil` where the text is empty.
    func name<Subject>(_ index: Int32) throws -> Identifier<Subject>? {
        try withText(index, \.isEmpty) ? nil : identifier(index)
    }
}
