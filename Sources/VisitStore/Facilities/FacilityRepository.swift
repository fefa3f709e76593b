internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The facilities, and the versions of their geofences.
package struct FacilityRepository: Sendable {
    let database: VisitDatabase

    /// Returns the facilities that match a filter, in the byte order of their ids, all in memory at once.
    package func all(matching filter: FacilityFilter = FacilityFilter()) throws -> [StoredFacility] {
        var facilities: [StoredFacility] = []
        try forEach(matching: filter) { facilities.append($0) }
        return facilities
    }

    /// Calls a closure with each facility that matches a filter, in the byte order of their ids.
    ///
    /// The closure must not use the store. An error that it throws ends the iteration.
    package func forEach(
        matching filter: FacilityFilter = FacilityFilter(),
        _ body: (StoredFacility) throws -> Void
    ) throws {
        try database.read { db in
            let statement = try PreparedStatement(db, Self.listSQL)
            statement.bind(1, filter.includesRetired ? 1 : 0)
            statement.bind(2, filter.member?.text)
            statement.bind(3, filter.city)
            statement.bind(4, filter.state)
            // Every id has at least one byte, so it sorts after the empty text.
            statement.bind(5, filter.after?.text ?? "")
            statement.bind(6, filter.limit ?? -1)
            statement.bind(7, filter.text)
            try statement.forEachRow { row in try body(FacilityColumns.facility(row, database.lookups)) }
        }
    }

    /// Returns a facility, retired or not.
    package func find(_ id: FacilityID) throws -> StoredFacility? {
        try database.read { db in try FacilityFinder(db, database.lookups).find(id) }
    }

    /// Calls a closure with a lookup of many facilities in one state of the database; it is invalid afterwards.
    ///
    /// The closure must not use the store otherwise.
    package func withFinder<Value>(_ body: (FacilityFinder) throws -> Value) throws -> Value {
        try database.read { db in try body(FacilityFinder(db, database.lookups)) }
    }

    /// Calls a closure with every version of every fence, ordered by facility and then by time.
    ///
    /// The engine's index in memory is built from them. Retired facilities are included, because a late fix is
    /// evaluated with the fence of its time. The closure must not use the store. An error that it throws ends the
    /// iteration.
    package func forEachFenceVersion(_ body: (FenceVersion) throws -> Void) throws {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT v.key, f.id, v.valid_from_ms, v.valid_to_ms, f.key, \(FenceColumns.qualifiedNames)
                FROM facility_version v JOIN facility f ON f.key = v.facility
                ORDER BY v.facility, v.valid_from_ms
                """
            )
            try statement.forEachRow { row in
                try body(
                    FenceVersion(
                        key: RecordKey(rawValue: row.int64(0)),
                        facility: try row.identifier(1),
                        facilityKey: FacilityKey(rawValue: row.int64(4)),
                        geofence: try FenceColumns.geofence(row, from: 5),
                        dwellThreshold: try FenceColumns.dwellThreshold(row, from: 5),
                        timeZone: try FenceColumns.timeZone(row, from: 5, database.lookups),
                        stays: try FenceColumns.stays(row, from: 5),
                        partOf: try FenceColumns.partOf(row, from: 5),
                        validFrom: row.time(2),
                        validTo: row.optionalTime(3)
                    )
                )
            }
        }
    }

    private static let listSQL = """
        SELECT \(FacilityColumns.names) FROM \(FacilityColumns.tables)
        WHERE f.id > ?5 AND (?1 OR f.retired_at_ms IS NULL)
            AND (?2 IS NULL
                OR EXISTS (SELECT 1 FROM member m WHERE m.id = ?2 AND NOT m.has_list)
                OR EXISTS (
                    SELECT 1 FROM member_facility l JOIN member m ON m.key = l.member
                    WHERE m.id = ?2 AND l.facility = f.key
                ))
            AND (?3 IS NULL OR f.city = ?3)
            AND (?4 IS NULL OR f.state = ?4)
            AND (?7 IS NULL OR instr(lower(f.id), lower(?7)) OR instr(lower(f.name), lower(?7))
                OR instr(lower(f.city), lower(?7)))
        ORDER BY f.id
        LIMIT ?6
        """

    /// Returns the display names of facilities, retired or not; one without a name is missing.
    package func names(of ids: some Sequence<FacilityID>) throws -> [FacilityID: String] {
        let wanted = Set(ids)
        guard !wanted.isEmpty else { return [:] }
        return try database.read { db in
            let find = try PreparedStatement(db, "SELECT name FROM facility WHERE id = ? AND name <> ''")
            var names: [FacilityID: String] = [:]
            for id in wanted {
                find.bind(1, id.text)
                names[id] = try find.first { $0.text(0) }
            }
            return names
        }
    }

    /// Returns the id of a facility, retired or not.
    package func id(of key: FacilityKey) throws -> FacilityID? {
        try database.read { db in
            let find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
            find.bind(1, key.rawValue)
            return try find.first { try $0.identifier(0) }
        }
    }
}

/// A lookup of facilities by their ids, retired ones too.
package struct FacilityFinder {
    private let statement: PreparedStatement
    private let lookups: Lookups
    /// Whether there was none to find, as in a first import.
    private let isEmpty: Bool

    init(_ db: Database, _ lookups: Lookups) throws {
        self.statement = try PreparedStatement(
            db,
            "SELECT \(FacilityColumns.names) FROM \(FacilityColumns.tables) WHERE f.id = ?"
        )
        self.lookups = lookups
        self.isEmpty = try !PreparedStatement(db, "SELECT 1 FROM facility LIMIT 1").hasRow()
    }

    package func find(_ id: FacilityID) throws -> StoredFacility? {
        guard !isEmpty else { return nil }
        statement.bind(1, id.text)
        return try statement.first { try FacilityColumns.facility($0, lookups) }
    }
}

enum FacilityColumns {
    /// In the order in which `facility` reads them.
    static let names = """
        f.id, f.name, f.street, f.city, f.state, f.postal_code, f.country, f.retired_at_ms,
        \(FenceColumns.qualifiedNames)
        """

    /// A facility with its last version.
    static let tables = """
        facility f JOIN facility_version v ON v.facility = f.key AND v.valid_from_ms = (
            SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = f.key
        )
        """

    static func facility(_ row: Columns, _ lookups: Lookups) throws -> StoredFacility {
        StoredFacility(
            facility: Facility(
                id: try row.identifier(0),
                name: row.text(1),
                address: PostalAddress(
                    street: row.text(2),
                    city: row.text(3),
                    state: row.text(4),
                    postalCode: row.text(5),
                    country: row.text(6)
                ),
                geofence: try FenceColumns.geofence(row, from: 8),
                dwellThreshold: try FenceColumns.dwellThreshold(row, from: 8),
                timeZone: try FenceColumns.timeZone(row, from: 8, lookups),
                stays: try FenceColumns.stays(row, from: 8),
                partOf: try FenceColumns.partOf(row, from: 8)
            ),
            retiredAt: row.optionalTime(7)
        )
    }
}
