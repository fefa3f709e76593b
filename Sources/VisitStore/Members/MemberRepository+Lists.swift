internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension MemberRepository {
    /// Adds a facility to a member's list, and returns false when it was on the list already.
    ///
    /// A member without a list gets one that contains only this facility. An unknown member is created. Throws
    /// `StorageError` with code `unknownName` when there is no such facility.
    @discardableResult
    package func addFacility(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        try database.write { try $0.add(facility, to: member) }
    }

    /// Adds a facility to the list of a member who has one.
    ///
    /// A member without a list may visit every facility, so a new list with this one would exclude all others. Returns
    /// false when the facility was on the list already, and `nil` where the member has no list. Throws `StorageError`
    /// with code `unknownName` when there is no such facility.
    @discardableResult
    package func addFacility(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool? {
        try database.write { db in
            if try db.hasList(member) == true { return try db.add(facility, to: member) }
            _ = try db.key(of: facility)
            return nil
        }
    }

    /// Removes a facility from a member's list, and returns false when it was not on the list.
    ///
    /// The list remains even when it becomes empty; the member may then visit no facility. Throws `StorageError`:
    /// `unknownName` when there is no such member; `conflict` when the member has no list.
    @discardableResult
    package func removeFacility(_ facility: FacilityID, from member: MemberID) throws -> Bool {
        try database.write { db in
            guard let hasList = try db.hasList(member) else {
                throw StorageError(.unknownName, "the member `\(member)` is not in the database")
            }
            guard hasList else {
                throw StorageError(
                    .conflict,
                    "the member `\(member)` has no list and may visit all facilities; give the member a list first"
                )
            }
            try db.execute(
                literal: """
                    DELETE FROM member_facility
                    WHERE member = (SELECT key FROM member WHERE id = \(member.text))
                        AND facility = (SELECT key FROM facility WHERE id = \(facility.text))
                    """
            )
            let isRemoved = db.changesCount > 0
            try ImportExceptions(db).note(facility, onListOf: member)
            if isRemoved { try Counter.places.raise(db) }
            return isRemoved
        }
    }

    /// Creates a member, or replaces the list and time zone of a stored one, in one transaction.
    ///
    /// `groupsFrom` is when a group of `details` applies, and is needed where one is set. Returns whether the member is new. Throws `StorageError` with code `unknownName` when the list names an unknown
    /// facility; nothing is changed then.
    @discardableResult
    package func replace(
        _ member: Member,
        timeZone: TimeZoneName?,
        details: MemberDetailsChange = MemberDetailsChange(),
        groupsFrom: GroupStart? = nil
    ) throws -> Bool {
        try database.write { db in
            var lists = try MemberListWriter(db)
            let key = try lists.ensure(
                member.id,
                hasList: member.facilities != nil,
                timeZone: timeZone,
                details: details,
                groupsFrom: groupsFrom
            )
            let isNew = lists.summary.membersAdded > 0
            try db.execute(
                literal: """
                    UPDATE member SET has_list = \(member.facilities != nil), time_zone = \(timeZone?.identifier)
                    WHERE key = \(key)
                    """
            )
            try db.execute(literal: "DELETE FROM member_facility WHERE member = \(key)")
            try ImportExceptions(db).note(listOf: member.id)
            for facility in (member.facilities ?? []).sorted() {
                guard try lists.add(facility, to: member.id) == .added else { throw StorageError.unknown(facility) }
            }
            try Counter.places.raise(db)
            return isNew
        }
    }
}

extension Database {
    /// `nil` for an unknown member.
    fileprivate func hasList(_ member: MemberID) throws -> Bool? {
        try Bool.fetchOne(self, sql: "SELECT has_list FROM member WHERE id = ?", arguments: [member.text])
    }

    fileprivate func key(of facility: FacilityID) throws -> Int64 {
        let key = try Int64.fetchOne(self, sql: "SELECT key FROM facility WHERE id = ?", arguments: [facility.text])
        guard let key else { throw StorageError.unknown(facility) }
        return key
    }

    fileprivate func add(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        var lists = try MemberListWriter(self)
        let outcome = try lists.add(facility, to: member)
        if outcome == .unknownFacility { throw StorageError.unknown(facility) }
        try ImportExceptions(self).note(facility, onListOf: member)
        if lists.summary.changesPlaces { try Counter.places.raise(self) }
        return outcome == .added
    }
}

extension StorageError {
    static func unknown(_ facility: FacilityID) -> StorageError {
        StorageError(.unknownName, "the facility `\(facility)` is not in the database; import it first")
    }
}
