internal import GRDB
public import VisitModel

extension VisitStore {
    /// The facilities that pass a filter, by id: by the bytes of its text.
    ///
    /// - Parameter filter: which.
    /// - Returns: all of them; where they may be many, `eachFacility` needs less memory.
    /// - Throws: `VisitStoreError`.
    public func facilities(_ filter: FacilityFilter = FacilityFilter()) throws -> [StoredFacility] {
        var facilities: [StoredFacility] = []
        try eachFacility(filter) { facilities.append($0) }
        return facilities
    }

    /// Hands over the facilities that pass a filter one by one, by id.
    ///
    /// - Parameters:
    ///   - filter: which.
    ///   - body: takes each, and must not use the store; what it throws ends the listing.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachFacility(
        _ filter: FacilityFilter = FacilityFilter(),
        _ body: (StoredFacility) throws -> Void
    ) throws {
        try read { db in
            let statement = try PreparedStatement(db, Self.listSQL)
            statement.bind(1, filter.includesRetired ? 1 : 0)
            statement.bind(2, filter.member?.text)
            statement.bind(3, filter.city)
            statement.bind(4, filter.state)
            // Every id has a byte at least, and so comes behind the empty text.
            statement.bind(5, filter.after?.text ?? "")
            statement.bind(6, filter.limit ?? -1)
            statement.bind(7, filter.text)
            try statement.forEachRow { row in
                try body(FacilityColumns.facility(row, lookups))
            }
        }
    }

    /// One facility.
    ///
    /// - Parameter id: its id.
    /// - Returns: the facility, retired or not; `nil` when there is none.
    /// - Throws: `VisitStoreError`.
    public func facility(_ id: FacilityID) throws -> StoredFacility? {
        try read { db in
            let statement = try PreparedStatement(
                db,
                "SELECT \(FacilityColumns.names) FROM \(FacilityColumns.tables) WHERE f.id = ?"
            )
            statement.bind(1, id.text)
            return try statement.first { try FacilityColumns.facility($0, lookups) }
        }
    }

    /// Hands over every version of every fence one by one, by facility and then by time.
    ///
    /// What the engine's index in memory is made of, retired facilities included: a late fix is judged by the fence of
    /// its day.
    ///
    /// - Parameter body: takes each, and must not use the store; what it throws ends the listing.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachFenceVersion(_ body: (FenceVersion) throws -> Void) throws {
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

    /// Every version of every fence, by facility and then by time.
    ///
    /// - Returns: all of them; where they may be many, `eachFenceVersion` needs less memory.
    /// - Throws: `VisitStoreError`.
    public func fenceVersions() throws -> [FenceVersion] {
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

/// The columns that a facility is read from, and how.
enum FacilityColumns {
    /// The names, in the order that `facility` reads them.
    static let names = """
        f.id, f.name, f.street, f.city, f.state, f.postal_code, f.country, f.retired_at_ms,
        \(FenceColumns.qualifiedNames)
        """

    /// The tables: a facility with its last version.
    static let tables = """
        facility f JOIN facility_version v ON v.facility = f.key AND v.valid_from_ms = (
            SELECT max(last.valid_from_ms) FROM facility_version last WHERE last.facility = f.key
        )
        """

    /// Reads a facility from a row.
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
