internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the facilities that match a filter, in the byte order of their ids.
    ///
    /// All of them are in memory at once; `eachFacility` needs less memory.
    package func facilities(_ filter: FacilityFilter = FacilityFilter()) throws -> [StoredFacility] {
        var facilities: [StoredFacility] = []
        try eachFacility(filter) { facilities.append($0) }
        return facilities
    }

    /// Calls a closure with each facility that matches a filter, in the byte order of their ids.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - body: called with each facility; it must not use the store. An error that it throws ends the iteration.
    /// - Throws: `StorageError`, and any error of `body`.
    package func eachFacility(
        _ filter: FacilityFilter = FacilityFilter(),
        _ body: (StoredFacility) throws -> Void
    ) throws {
        try read { db in
            let statement = try PreparedStatement(db, Self.listSQL)
            statement.bind(1, filter.includesRetired ? 1 : 0)
            statement.bind(2, filter.member?.text)
            statement.bind(3, filter.city)
            statement.bind(4, filter.state)
            // Every id has at least one byte, so it sorts after the empty text.
            statement.bind(5, filter.after?.text ?? "")
            statement.bind(6, filter.limit ?? -1)
            statement.bind(7, filter.text)
            try statement.forEachRow { row in
                try body(FacilityColumns.facility(row, lookups))
            }
        }
    }

    /// Returns a facility by its id, retired or not; `nil` when there is none.
    package func facility(_ id: FacilityID) throws -> StoredFacility? {
        try read { db in
            let statement = try PreparedStatement(
                db,
                "SELECT \(FacilityColumns.names) FROM \(FacilityColumns.tables) WHERE f.id = ?"
            )
            statement.bind(1, id.text)
            return try statement.first { try FacilityColumns.facility($0, lookups) }
        }
    }

    /// Calls a closure with every version of every fence, ordered by facility and then by time.
    ///
    /// The engine's index in memory is built from them. Retired facilities are included, because a late fix is
    /// evaluated with the fence of its time.
    ///
    /// - Parameter body: called with each version; it must not use the store. An error that it throws ends the
    ///   iteration.
    /// - Throws: `StorageError`, and any error of `body`.
    package func eachFenceVersion(_ body: (FenceVersion) throws -> Void) throws {
        try read { db in
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
                        key: FenceVersion.Key(rawValue: row.int64(0)),
                        facility: try row.identifier(1),
                        facilityKey: FacilityKey(rawValue: row.int64(4)),
                        geofence: try FenceColumns.geofence(row, from: 5),
                        dwellThreshold: try FenceColumns.dwellThreshold(row, from: 5),
                        timeZone: try FenceColumns.timeZone(row, from: 5, lookups),
                        validFrom: row.time(2),
                        validTo: row.optionalTime(3)
                    )
                )
            }
        }
    }

    /// Returns every version of every fence, ordered by facility and then by time.
    ///
    /// All of them are in memory at once; `eachFenceVersion` needs less memory.
    package func fenceVersions() throws -> [FenceVersion] {
        var versions: [FenceVersion] = []
        try eachFenceVersion { versions.append($0) }
        return versions
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
}

/// The columns of a facility and how to decode them.
enum FacilityColumns {
    /// The column names, in the order in which `facility` reads them.
    static let names = """
        f.id, f.name, f.street, f.city, f.state, f.postal_code, f.country, f.retired_at_ms,
        \(FenceColumns.qualifiedNames)
        """

    /// The joined tables: a facility with its last version.
    static let tables = """
        facility f JOIN facility_version v ON v.facility = f.key AND v.valid_from_ms = (
            SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = f.key
        )
        """

    /// Decodes a facility from a row.
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
                timeZone: try FenceColumns.timeZone(row, from: 8, lookups)
            ),
            retiredAt: row.optionalTime(7)
        )
    }
}

extension VisitStore {
    /// Returns the id of a facility by its key, retired or not; `nil` where there is none.
    package func facilityID(_ key: FacilityKey) throws -> FacilityID? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
            find.bind(1, key.rawValue)
            return try find.first { try $0.identifier(0) }
        }
    }
}
