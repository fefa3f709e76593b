internal import GRDB
public import VisitModel

/// Takes the facilities of an import one by one, within its transaction.
///
/// Made by `VisitStore.importFacilities`, and of no use after it.
public struct FacilityImporter {
    /// From when on a changed fence, threshold or zone holds.
    let effectiveFrom: Timestamp
    /// What was done so far.
    private(set) var summary = FacilityImportSummary()
    /// The lists of members that come with the facilities.
    private var memberLists: MemberListWriter
    /// The facilities that came.
    private var seen = KeySet()
    /// The key of the next new facility.
    private var nextKey: Int64

    private let find: PreparedStatement
    private let insert: PreparedStatement
    private let updateRow: PreparedStatement
    private let retireRow: PreparedStatement
    private let versions: FenceVersionWriter

    /// Starts an import in an open transaction.
    init(_ db: Database, effectiveFrom: Timestamp) throws {
        self.effectiveFrom = effectiveFrom
        self.nextKey = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM facility") ?? 1
        self.memberLists = try MemberListWriter(db)
        self.find = try PreparedStatement(db, Self.findSQL)
        self.insert = try PreparedStatement(db, Self.insertSQL)
        self.updateRow = try PreparedStatement(db, Self.updateRowSQL)
        self.retireRow = try PreparedStatement(db, "UPDATE facility SET retired_at_ms = ? WHERE key = ?")
        self.versions = try FenceVersionWriter(db)
    }

    /// Adds a facility, or changes the one of its id where it differs.
    ///
    /// A new name or address replaces the old one. A new fence, dwell threshold or time zone begins a new version at the
    /// import's `effectiveFrom`. A retired facility comes back to life with a new version.
    ///
    /// - Parameter facility: the facility as it should be; each id once an import.
    /// - Returns: what became of it.
    /// - Throws: `VisitStoreError`, with code `repeatedName` when the id came before in this import.
    @discardableResult
    public mutating func upsert(_ facility: Facility) throws -> FacilityImportOutcome {
        let fence = FenceColumns(facility)
        find.bind(1, facility.id.text)
        let found = try find.first { row in
            Found(
                key: row.int64(0),
                isRetired: !row.isNull(1),
                hasSameRow: Self.rowTexts(facility).enumerated().allSatisfy { row.isText(Int32($0 + 2), $1) },
                hasSameFence: !row.isNull(8) && fence.areEqual(to: row, from: 8)
            )
        }
        guard let found else {
            try add(facility, fence)
            summary.added += 1
            return .added
        }
        guard seen.insert(found.key) else {
            throw VisitStoreError(
                .repeatedName,
                "the facility `\(facility.id)` came twice in one import; keep one of the two"
            )
        }
        if !found.hasSameRow || found.isRetired {
            bindRow(of: facility, to: updateRow, from: 1)
            updateRow.bind(7, found.key)
            try updateRow.run()
        }
        if !found.hasSameFence {
            try versions.change(facility: found.key, to: fence, from: effectiveFrom)
        }
        guard found.hasSameRow, found.hasSameFence, !found.isRetired else {
            summary.updated += 1
            return .updated
        }
        summary.unchanged += 1
        return .unchanged
    }

    /// Puts a facility on a member's list, which makes a list for a member that has none.
    ///
    /// - Parameters:
    ///   - facility: a facility that is in the database or came before in this import.
    ///   - member: the member, made when there is none of that id.
    /// - Returns: false when the database has no such facility; the member then has a list without it.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public mutating func assign(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        try memberLists.add(facility, to: member) != .unknownFacility
    }

    /// Retires what did not come, and empties what no longer is on a member's list.
    mutating func removeTheRest(_ db: Database) throws {
        let current = try Int64.fetchAll(db, sql: "SELECT key FROM facility WHERE retired_at_ms IS NULL ORDER BY key")
        for key in current where !seen.contains(key) { try retire(key) }
        if memberLists.hasSeenMembers {
            try memberLists.removeTheRest(db)
        }
    }

    /// Retires one facility: it is watched no longer, and kept for the visits that were there.
    ///
    /// - Parameter facility: which.
    /// - Returns: false when it was retired before; `nil` when the database has no such facility.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public mutating func retire(_ facility: FacilityID) throws -> Bool? {
        find.bind(1, facility.text)
        guard let found = try find.first({ (key: $0.int64(0), isRetired: !$0.isNull(1)) }) else { return nil }
        guard !found.isRetired else { return false }
        try retire(found.key)
        return true
    }

    private mutating func retire(_ key: Int64) throws {
        try versions.end(facility: key, at: effectiveFrom)
        retireRow.bind(1, effectiveFrom.milliseconds)
        retireRow.bind(2, key)
        try retireRow.run()
        summary.retired += 1
    }

    /// Ends the import.
    ///
    /// - Returns: the counts, those of the members among them.
    func finish(_ db: Database) throws -> FacilityImportSummary {
        try versions.finish(db)
        var summary = summary
        summary.members = memberLists.summary
        return summary
    }

    /// What the database holds under an id, compared with what came.
    private struct Found {
        let key: Int64
        let isRetired: Bool
        let hasSameRow: Bool
        let hasSameFence: Bool
    }

    /// Writes a facility that was not there before.
    private mutating func add(_ facility: Facility, _ fence: FenceColumns) throws {
        insert.bind(1, nextKey)
        insert.bind(2, facility.id.text)
        bindRow(of: facility, to: insert, from: 3)
        try insert.run()
        try versions.add(facility: nextKey, fence, from: FenceVersion.beginningOfTime)
        _ = seen.insert(nextKey)
        nextKey += 1
    }

    /// The texts of a facility in the order of the statements.
    private static func rowTexts(_ facility: Facility) -> [String] {
        let address = facility.address
        return [facility.name, address.street, address.city, address.state, address.postalCode, address.country]
    }

    private func bindRow(of facility: Facility, to statement: PreparedStatement, from index: Int32) {
        for (offset, text) in Self.rowTexts(facility).enumerated() {
            statement.bind(index + Int32(offset), text)
        }
    }
}

extension FacilityImporter {
    private static let findSQL = """
        SELECT f.key, f.retired_at_ms, f.name, f.street, f.city, f.state, f.postal_code, f.country,
            \(FenceColumns.qualifiedNames)
        FROM facility f LEFT JOIN facility_version v ON v.facility = f.key AND v.valid_to_ms IS NULL
        WHERE f.id = ?
        """

    private static let insertSQL = """
        INSERT INTO facility (key, id, name, street, city, state, postal_code, country)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    private static let updateRowSQL = """
        UPDATE facility
        SET name = ?, street = ?, city = ?, state = ?, postal_code = ?, country = ?, retired_at_ms = NULL
        WHERE key = ?
        """
}
