internal import GRDB
internal import SQLiteStorage
internal import VisitModel

struct MemberListWriter {
    var summary = MemberImportSummary()
    private var seenRows: Set<ListRow> = []
    /// Whether any member was imported with a list.
    private(set) var hasSeenMembers = false

    private let findMember: PreparedStatement
    private let insertMember: PreparedStatement
    private let updateMember: PreparedStatement
    private let findFacility: PreparedStatement
    private let insertRow: PreparedStatement

    private struct ListRow: Hashable {
        let member: Int64
        let facility: Int64
    }

    init(_ db: Database) throws {
        self.findMember = try PreparedStatement(db, "SELECT key, has_list, time_zone FROM member WHERE id = ?")
        self.insertMember = try PreparedStatement(
            db,
            """
            INSERT INTO member (key, id, has_list, time_zone) VALUES (\(Counter.erasedMemberKey.nextKey(of: "member")), ?, ?, ?)
            RETURNING key
            """
        )
        self.updateMember = try PreparedStatement(db, "UPDATE member SET has_list = ?, time_zone = ? WHERE key = ?")
        self.findFacility = try PreparedStatement(db, "SELECT key FROM facility WHERE id = ?")
        self.insertRow = try PreparedStatement(
            db,
            "INSERT INTO member_facility (member, facility) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1"
        )
    }

    /// The member gets a list even when the facility is unknown.
    ///
    /// Otherwise a single misspelt facility would allow the member to visit every facility.
    mutating func add(_ facility: FacilityID, to member: MemberID) throws -> MemberListOutcome {
        let memberKey = try ensure(member, hasList: true, timeZone: nil)
        hasSeenMembers = true
        findFacility.bind(1, facility.text)
        guard let facilityKey = try findFacility.first({ $0.int64(0) }) else {
            summary.facilitiesUnknown += 1
            return .unknownFacility
        }
        let isRepeated = !seenRows.insert(ListRow(member: memberKey, facility: facilityKey)).inserted
        insertRow.bind(1, memberKey)
        insertRow.bind(2, facilityKey)
        if try insertRow.hasRow() {
            summary.facilitiesAdded += 1
            return .added
        }
        summary.facilitiesUnchanged += isRepeated ? 0 : 1
        return .unchanged
    }

    /// Creates a member, or adds a list and a time zone to a stored one; returns the member's key.
    mutating func ensure(_ member: MemberID, hasList: Bool, timeZone: TimeZoneName?) throws -> Int64 {
        findMember.bind(1, member.text)
        let found = try findMember.first { row in
            (key: row.int64(0), hasList: row.int64(1) == 1, zone: row.optionalText(2))
        }
        guard let found else {
            insertMember.bind(1, member.text)
            insertMember.bind(2, hasList ? 1 : 0)
            insertMember.bind(3, timeZone?.identifier)
            summary.membersAdded += 1
            guard let key = try insertMember.first({ $0.int64(0) }) else {
                throw StorageError(.statement, "the member `\(member)` was written but has no key")
            }
            return key
        }
        let zone = timeZone?.identifier ?? found.zone
        if hasList && !found.hasList || zone != found.zone {
            updateMember.bind(1, hasList || found.hasList ? 1 : 0)
            updateMember.bind(2, zone)
            updateMember.bind(3, found.key)
            try updateMember.run()
            summary.membersUpdated += 1
        }
        return found.key
    }

    /// Removes every list entry that was not imported.
    ///
    /// The list of a member who was not imported becomes empty, so that the member may visit no facility.
    mutating func removeTheRest(_ db: Database) throws {
        var rest: [ListRow] = []
        let list = try PreparedStatement(db, "SELECT member, facility FROM member_facility")
        try list.forEachRow { row in
            let listRow = ListRow(member: row.int64(0), facility: row.int64(1))
            if !seenRows.contains(listRow) { rest.append(listRow) }
        }
        let remove = try PreparedStatement(db, "DELETE FROM member_facility WHERE member = ? AND facility = ?")
        for row in rest {
            remove.bind(1, row.member)
            remove.bind(2, row.facility)
            try remove.run()
        }
        summary.facilitiesRemoved += rest.count
    }
}
