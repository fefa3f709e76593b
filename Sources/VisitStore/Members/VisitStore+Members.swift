internal import GRDB
public import VisitModel

extension VisitStore {
    /// Members, by id: by the bytes of its text.
    ///
    /// - Parameters:
    ///   - last: only those behind this one; `nil` begins with the first.
    ///   - limit: at most so many; `nil` for all.
    /// - Returns: the members; where they may be many, `eachMember` needs less memory.
    /// - Throws: `VisitStoreError`.
    public func members(after last: MemberID? = nil, limit: Int? = nil) throws -> [StoredMember] {
        var members: [StoredMember] = []
        try eachMember(after: last, limit: limit) { members.append($0) }
        return members
    }

    /// Hands over members one by one, by id.
    ///
    /// - Parameters:
    ///   - last: only those behind this one; `nil` begins with the first.
    ///   - limit: at most so many; `nil` for all.
    ///   - body: takes each, and must not use the store; what it throws ends the listing.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachMember(
        after last: MemberID? = nil,
        limit: Int? = nil,
        _ body: (StoredMember) throws -> Void
    ) throws {
        try read { db in
            let parts = try MemberParts(db)
            let members = try PreparedStatement(
                db,
                "SELECT key, id, has_list, time_zone FROM member WHERE id > ? ORDER BY id LIMIT ?"
            )
            // Every id has a byte at least, and so comes behind the empty text.
            members.bind(1, last?.text ?? "")
            members.bind(2, limit ?? -1)
            try members.forEachRow { try body(parts.member($0, lookups)) }
        }
    }

    /// One member.
    ///
    /// - Parameter id: the member's id.
    /// - Returns: the member; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func member(_ id: MemberID) throws -> StoredMember? {
        try read { db in
            try MemberParts(db).member(id, db, lookups)
        }
    }
}

/// Reads what belongs to a member from the other tables.
struct MemberParts {
    private let facilities: PreparedStatement
    private let devices: PreparedStatement

    init(_ db: Database) throws {
        self.facilities = try PreparedStatement(
            db,
            "SELECT f.id FROM member_facility l JOIN facility f ON f.key = l.facility WHERE l.member = ?"
        )
        self.devices = try PreparedStatement(
            db,
            "SELECT id, platform, platform_known FROM device WHERE member = ? ORDER BY id"
        )
    }

    /// Reads one member.
    func member(_ id: MemberID, _ db: Database, _ lookups: Lookups) throws -> StoredMember? {
        let find = try PreparedStatement(db, "SELECT key, id, has_list, time_zone FROM member WHERE id = ?")
        find.bind(1, id.text)
        return try find.first { try member($0, lookups) }
    }

    /// Reads a member from a row of key, id, has_list and time_zone.
    func member(_ row: Columns, _ lookups: Lookups) throws -> StoredMember {
        let (key, id): (Int64, MemberID) = (row.int64(0), try row.identifier(1))
        var list: Set<FacilityID>?
        if row.int64(2) == 1 {
            var facilityIDs: Set<FacilityID> = []
            facilities.bind(1, key)
            try facilities.forEachRow { facilityIDs.insert(try $0.identifier(0)) }
            list = facilityIDs
        }
        var phones: [Device] = []
        devices.bind(1, key)
        try devices.forEachRow { phone in
            phones.append(
                Device(
                    id: try phone.identifier(0),
                    member: id,
                    platform: try phone.named(1),
                    isPlatformKnown: phone.int(2) != 0
                )
            )
        }
        return StoredMember(
            member: Member(id: id, facilities: list),
            timeZone: try row.optionalText(3).map(lookups.zone),
            devices: phones
        )
    }
}
