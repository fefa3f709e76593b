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
    private let db: Database
    /// Made where the first group is written: most members are created without one.
    private var groups: MemberGroupWriter?
    private let findFacility: PreparedStatement
    private let insertRow: PreparedStatement

    private struct ListRow: Hashable {
        let member: Int64
        let facility: Int64
    }

    init(_ db: Database) throws {
        self.findMember = try PreparedStatement(db, "SELECT key, has_list, time_zone, name FROM member WHERE id = ?")
        self.insertMember = try PreparedStatement(
            db,
            """
            INSERT INTO member (key, id, has_list, time_zone) VALUES (\(Counter.erasedMemberKey.nextKey(of: "member")), ?, ?, ?)
            RETURNING key
            """
        )
        self.updateMember = try PreparedStatement(db, "UPDATE member SET has_list = ?, time_zone = ? WHERE key = ?")
        self.db = db
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
    ///
    /// `groupsFrom` is when the group of `details` applies, and is needed where it changes.
    mutating func ensure(
        _ member: MemberID,
        hasList: Bool,
        timeZone: TimeZoneName?,
        details: MemberDetailsChange = MemberDetailsChange(),
        groupsFrom: GroupStart? = nil
    ) throws -> Int64 {
        findMember.bind(1, member.text)
        let found = try findMember.first { row in
            (key: row.int64(0), hasList: row.int64(1) == 1, zone: row.optionalText(2), name: row.text(3))
        }
        guard let found else {
            insertMember.bind(1, member.text)
            insertMember.bind(2, hasList ? 1 : 0)
            insertMember.bind(3, timeZone?.identifier)
            summary.membersAdded += 1
            guard let key = try insertMember.first({ $0.int64(0) }) else {
                throw StorageError(.statement, "the member `\(member)` was written but has no key")
            }
            _ = try write(details, of: key, name: "", groupsFrom)
            return key
        }
        let zone = timeZone?.identifier ?? found.zone
        var isUpdated = try write(details, of: found.key, name: found.name, groupsFrom)
        if hasList && !found.hasList || zone != found.zone {
            updateMember.bind(1, hasList || found.hasList ? 1 : 0)
            updateMember.bind(2, zone)
            updateMember.bind(3, found.key)
            try updateMember.run()
            isUpdated = true
        }
        summary.membersUpdated += isUpdated ? 1 : 0
        return found.key
    }

    /// Returns whether anything changed.
    private mutating func write(
        _ details: MemberDetailsChange,
        of member: Int64,
        name: String,
        _ groupsFrom: GroupStart?
    ) throws -> Bool {
        var isChanged = false
        let newName =
            switch details.name {
            case .kept: name
            case .set(let new): new.text
            case .removed: ""
            }
        if newName.utf8.elementsEqual(name.utf8) == false {
            let update = try PreparedStatement(db, "UPDATE member SET name = ? WHERE key = ?")
            update.bind(1, newName)
            update.bind(2, member)
            try update.run()
            isChanged = true
        }
        guard details.group != .kept else { return isChanged }
        guard let groupsFrom else { preconditionFailure("a group was set without the day from which it applies") }
        var group: GroupID?
        if case .set(let new) = details.group { group = new }
        let table = try groups ?? MemberGroupWriter(db)
        groups = table
        return try table.set(group, of: member, from: groupsFrom) || isChanged
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
