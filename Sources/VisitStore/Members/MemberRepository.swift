internal import GRDB
internal import SQLiteStorage
package import VisitModel

package struct MemberRepository: Sendable {
    let database: VisitDatabase

    /// Returns a page of members after an id, in the byte order of their ids, all in memory at once.
    ///
    /// `text` is a part of their ids or names; ASCII letters match in either case.
    package func all(
        containing text: String? = nil,
        after last: MemberID? = nil,
        limit: Int? = nil
    ) throws -> [StoredMember] {
        var members: [StoredMember] = []
        try forEach(containing: text, after: last, limit: limit) { members.append($0) }
        return members
    }

    /// Calls a closure with each member after an id, in the byte order of their ids.
    ///
    /// The closure must not use the store. An error that it throws ends the iteration.
    package func forEach(
        containing text: String? = nil,
        after last: MemberID? = nil,
        limit: Int? = nil,
        _ body: (StoredMember) throws -> Void
    ) throws {
        try database.read { db in
            let parts = try MemberParts(db)
            // Every id has at least one byte, so it sorts after the empty text.
            let request: SQL = """
                SELECT \(sql: MemberParts.columns) FROM member
                WHERE id > \(last?.text ?? "")
                    AND (\(text) IS NULL OR instr(lower(id), lower(\(text))) OR instr(lower(name), lower(\(text))))
                ORDER BY id LIMIT \(limit ?? -1)
                """
            try PreparedStatement(db, request).forEachRow { try body(parts.member($0, database.lookups)) }
        }
    }

    package func find(_ id: MemberID) throws -> StoredMember? {
        try database.read { db in try MemberParts(db).member(id, db, database.lookups) }
    }
}

/// Reads the rows that belong to a member from the other tables.
struct MemberParts {
    private let facilities: PreparedStatement
    private let devices: PreparedStatement
    private let groups: MemberGroupReader

    /// In the order in which `member` reads them.
    static let columns = "key, id, has_list, time_zone, name"

    init(_ db: Database) throws {
        self.facilities = try PreparedStatement(
            db,
            "SELECT f.id FROM member_facility l JOIN facility f ON f.key = l.facility WHERE l.member = ?"
        )
        self.groups = try MemberGroupReader(db)
        self.devices = try PreparedStatement(
            db,
            """
            SELECT \(DeviceColumns.names) FROM device d JOIN member m ON m.key = d.member
            WHERE d.member = ? ORDER BY d.id
            """
        )
    }

    func member(_ id: MemberID, _ db: Database, _ lookups: Lookups) throws -> StoredMember? {
        let find = try PreparedStatement(db, "SELECT \(Self.columns) FROM member WHERE id = ?")
        find.bind(1, id.text)
        return try find.first { try member($0, lookups) }
    }

    /// Decodes a member from a row of `columns`, and reads the list, the groups and the phones.
    func member(_ row: Columns, _ lookups: Lookups) throws -> StoredMember {
        let (key, id): (Int64, MemberID) = (row.int64(0), try row.identifier(1))
        var list: Set<FacilityID>?
        if row.int64(2) == 1 {
            facilities.bind(1, key)
            list = Set(try facilities.all { try $0.identifier(0) })
        }
        devices.bind(1, key)
        return StoredMember(
            member: Member(id: id, facilities: list),
            name: try row.name(4),
            groups: try groups.periods(of: key),
            timeZone: try row.optionalText(3).map(lookups.zone),
            devices: try devices.all { try DeviceColumns.device($0, from: 0) }
        )
    }
}

package struct StoredMember: Hashable, Sendable {
    package let member: Member
    package let name: MemberName?
    /// In order; empty where the member never had a group.
    package let groups: [GroupPeriod]
    package let timeZone: TimeZoneName?
    /// Ordered by id.
    package let devices: [Device]

    /// The group of the visits that begin on a local day.
    package func group(on day: CivilDate) -> GroupID? { groups.last { $0.from <= day }?.group }
}
