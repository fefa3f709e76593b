internal import GRDB
public import VisitModel

extension VisitStore {
    /// Brings members, their lists and their devices in line with rows, in one transaction.
    ///
    /// The rows are handed over one at a time; `body` must not use the store otherwise. The same rows twice write nothing
    /// the second time.
    ///
    /// - Parameters:
    ///   - replace: whether lists are cut down to the facilities that came. A member with a list who did not come keeps
    ///     an empty one, which means nowhere; a member without a list keeps the whole network.
    ///   - dryRun: whether everything is taken back at the end.
    ///   - body: hands over the rows; what it throws takes everything back.
    /// - Returns: what was added, changed and removed.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    @discardableResult
    public func importMembers(
        replace: Bool = false,
        dryRun: Bool = false,
        _ body: (inout MemberImporter) throws -> Void
    ) throws -> MemberImportSummary {
        try write(dryRun: dryRun) { db in
            var importer = try MemberImporter(db)
            try body(&importer)
            if replace {
                try importer.removeTheRest(db)
            }
            if importer.summary.changesPlaces { try Counter.places.raise(db) }
            return importer.summary
        }
    }

    /// Puts a facility on a member's list.
    ///
    /// A member without a list gets one, and with it only this facility; an unknown member is made.
    ///
    /// - Parameters:
    ///   - facility: a facility of the database.
    ///   - member: whose list.
    /// - Returns: false when it was on the list.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such facility.
    @discardableResult
    public func addFacility(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        try write { try $0.add(facility, to: member) }
    }

    /// Puts a facility on the list of a member who has one.
    ///
    /// A member without a list has the whole network, and this facility with it: a list that began with it would take all the
    /// others away.
    ///
    /// - Parameters:
    ///   - facility: a facility of the database.
    ///   - member: whose list.
    /// - Returns: false when it was on the list; `nil` where the member has none.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such facility.
    @discardableResult
    public func addFacility(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool? {
        try write { db in
            if try db.hasList(member) == true { return try db.add(facility, to: member) }
            _ = try db.key(of: facility)
            return nil
        }
    }

    /// Takes a facility off a member's list; the list stays, even when it is empty, which means nowhere.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - member: whose list.
    /// - Returns: false when it was not on the list.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such member, `conflict` when the member has
    ///   no list but the whole network.
    @discardableResult
    public func removeFacility(_ facility: FacilityID, from member: MemberID) throws -> Bool {
        try write { db in
            guard let hasList = try db.hasList(member) else {
                throw VisitStoreError(.unknownName, "the member `\(member)` is not in the database")
            }
            guard hasList else {
                throw VisitStoreError(
                    .conflict,
                    "the member `\(member)` has no list but the whole network; give the member a list first"
                )
            }
            try db.execute(
                literal: """
                    DELETE FROM member_facility
                    WHERE member = (SELECT key FROM member WHERE id = \(member.text))
                        AND facility = (SELECT key FROM facility WHERE id = \(facility.text))
                    """
            )
            guard db.changesCount > 0 else { return false }
            try Counter.places.raise(db)
            return true
        }
    }
}

extension Database {
    /// Whether a member has a list; `nil` for one that is unknown.
    fileprivate func hasList(_ member: MemberID) throws -> Bool? {
        try Bool.fetchOne(self, sql: "SELECT has_list FROM member WHERE id = ?", arguments: [member.text])
    }

    /// The key of a facility.
    fileprivate func key(of facility: FacilityID) throws -> Int64 {
        let key = try Int64.fetchOne(self, sql: "SELECT key FROM facility WHERE id = ?", arguments: [facility.text])
        guard let key else { throw VisitStoreError.unknown(facility) }
        return key
    }

    /// Puts a facility on a member's list.
    fileprivate func add(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        var lists = try MemberListWriter(self)
        let outcome = try lists.add(facility, to: member)
        if outcome == .unknownFacility { throw VisitStoreError.unknown(facility) }
        if lists.summary.changesPlaces { try Counter.places.raise(self) }
        return outcome == .added
    }
}

extension VisitStoreError {
    /// A facility that is not there.
    static func unknown(_ facility: FacilityID) -> VisitStoreError {
        VisitStoreError(.unknownName, "the facility `\(facility)` is not in the database; import it first")
    }
}
