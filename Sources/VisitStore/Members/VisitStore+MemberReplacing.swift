internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Creates a member, or replaces the list and time zone of a stored one, in one transaction.
    ///
    /// - Parameters:
    ///   - member: the member and the list; without a list, the member may visit every facility.
    ///   - timeZone: the member's time zone; `nil` for none.
    /// - Returns: whether the member is new.
    /// - Throws: `StorageError`, with code `unknownName` when the list names an unknown facility; nothing is changed
    ///   then.
    @discardableResult
    package func replaceMember(_ member: Member, timeZone: TimeZoneName?) throws -> Bool {
        try write { db in
            var lists = try MemberListWriter(db)
            let key = try lists.ensure(member.id, hasList: member.facilities != nil, timeZone: timeZone)
            let isNew = lists.summary.membersAdded > 0
            try db.execute(
                literal: """
                    UPDATE member SET has_list = \(member.facilities != nil), time_zone = \(timeZone?.identifier)
                    WHERE key = \(key)
                    """
            )
            try db.execute(literal: "DELETE FROM member_facility WHERE member = \(key)")
            for facility in (member.facilities ?? []).sorted() {
                guard try lists.add(facility, to: member.id) == .added else { throw StorageError.unknown(facility) }
            }
            try Counter.places.raise(db)
            return isNew
        }
    }
}
