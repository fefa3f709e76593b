internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// Writes the facilities of an import one by one, within its transaction.
///
/// Created by `FacilityRepository.importRows`, and invalid after it returns.
package struct FacilityImporter {
    /// When a changed fence, threshold, zone or other part of a version begins to apply.
    let effectiveFrom: Timestamp
    /// The lookup of stored facilities, those already imported as they are now.
    package let stored: FacilityFinder
    private(set) var summary = FacilityImportSummary()
    private var memberLists: MemberListWriter
    private var seen = KeySet()
    /// The key of the next new facility.
    private var nextKey: Int64

    private let find: PreparedStatement
    private let insert: PreparedStatement
    private let updateRow: PreparedStatement
    private let retireRow: PreparedStatement
    private let versions: FenceVersionWriter
    /// `nil` where the changes need no note beside a staged import, because they are its own.
    private let exceptions: ImportExceptions?

    init(_ db: Database, _ lookups: Lookups, effectiveFrom: Timestamp, notesExceptions: Bool = true) throws {
        self.effectiveFrom = effectiveFrom
        self.stored = try FacilityFinder(db, lookups)
        self.nextKey = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM facility") ?? 1
        self.memberLists = try MemberListWriter(db)
        self.find = try PreparedStatement(db, Self.findSQL)
        self.insert = try PreparedStatement(db, Self.insertSQL)
        self.updateRow = try PreparedStatement(db, Self.updateRowSQL)
        self.retireRow = try PreparedStatement(db, "UPDATE facility SET retired_at_ms = ? WHERE key = ?")
        self.versions = try FenceVersionWriter(db)
        self.exceptions = notesExceptions ? try ImportExceptions(db) : nil
    }

    /// Adds a facility, or updates the stored one of the same id where it differs.
    ///
    /// A new name or address replaces the old one. A new fence, dwell threshold or time zone, other stays or another
    /// facility that it is a part of begin a new version at the import's `effectiveFrom`. A retired facility becomes active again with a new version.
    ///
    /// Each id may occur once per import; otherwise this throws `StorageError` with code `repeatedName`.
    @discardableResult
    package mutating func upsert(_ facility: Facility) throws -> FacilityImportOutcome {
        try exceptions?.note(facility.id)
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
            throw StorageError(
                .repeatedName,
                "the facility `\(facility.id)` occurs twice in one import; keep one of the two"
            )
        }
        if !found.hasSameRow || found.isRetired {
            bindRow(of: facility, to: updateRow, from: 1)
            updateRow.bind(7, found.key)
            try updateRow.run()
        }
        if !found.hasSameFence { try versions.change(facility: found.key, to: fence, from: effectiveFrom) }
        guard found.hasSameRow, found.hasSameFence, !found.isRetired else {
            summary.updated += 1
            return .updated
        }
        summary.unchanged += 1
        return .unchanged
    }

    /// Adds a stored or imported facility to a member's list, and creates the member and the list where there is none.
    ///
    /// Returns false when there is no such facility; the member then has a list without it.
    @discardableResult
    package mutating func assign(_ facility: FacilityID, to member: MemberID) throws -> Bool {
        try memberLists.add(facility, to: member) != .unknownFacility
    }

    /// Retires facilities that the import did not contain, and removes list entries that it did not contain.
    mutating func removeTheRest(_ db: Database) throws {
        let current = try Int64.fetchAll(db, sql: "SELECT key FROM facility WHERE retired_at_ms IS NULL ORDER BY key")
        for key in current where !seen.contains(key) { try retire(key) }
        if memberLists.hasSeenMembers { try memberLists.removeTheRest(db) }
    }

    /// Retires a facility: it is no longer monitored, but kept for its past visits.
    ///
    /// Returns false when it was already retired, and `nil` when there is no such facility.
    @discardableResult
    package mutating func retire(_ facility: FacilityID) throws -> Bool? {
        try exceptions?.note(facility)
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

    func finish(_ db: Database) throws -> FacilityImportSummary {
        try versions.finish(db)
        var summary = summary
        summary.members = memberLists.summary
        return summary
    }

    /// The stored facility of an id, compared with the imported one.
    private struct Found {
        let key: Int64
        let isRetired: Bool
        let hasSameRow: Bool
        let hasSameFence: Bool
    }

    private mutating func add(_ facility: Facility, _ fence: FenceColumns) throws {
        insert.bind(1, nextKey)
        insert.bind(2, facility.id.text)
        bindRow(of: facility, to: insert, from: 3)
        try insert.run()
        try versions.add(facility: nextKey, fence, from: Timestamp.beginningOfTime)
        _ = seen.insert(nextKey)
        nextKey += 1
    }

    /// In the order of the statements' columns.
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

/// The result of an import, or the expected result of a dry run.
package struct FacilityImportSummary: Hashable, Sendable {
    package var added = 0
    /// Including facilities that returned from retirement.
    package var updated = 0
    /// Identical to the stored facilities.
    package var unchanged = 0
    /// Retired because the import did not contain them.
    package var retired = 0
    package var members = MemberImportSummary()

    package init() {}

    var hasChanges: Bool { added + updated + retired > 0 || members.changesPlaces }
}

package enum FacilityImportOutcome: String, Hashable, Sendable, CaseIterable {
    case added
    case updated
    case unchanged
}
