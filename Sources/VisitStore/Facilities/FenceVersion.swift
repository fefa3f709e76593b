internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// A facility's fence, and all else that decides its visits, during a period of validity.
///
/// Fences move and thresholds change, but a fix is evaluated with the fence of its time. Each change ends one version
/// and begins the next.
package struct FenceVersion: Hashable, Sendable {
    package let key: RecordKey<FenceVersion>
    package let facility: FacilityID
    package let facilityKey: FacilityKey
    package let geofence: Geofence
    package let dwellThreshold: DwellThreshold
    /// `nil` for the database's default.
    package let timeZone: TimeZoneName?
    package let stays: Facility.Stays
    package let partOf: FacilityID?
    package let validFrom: Timestamp
    /// Exclusive; `nil` for the current version of a facility in use.
    package let validTo: Timestamp?
}

/// The columns of `facility_version` that describe a fence, with their encoding and decoding.
///
/// Every statement names them in this order: latitude, longitude, radius_m, polygon, dwell_seconds, time_zone, stays,
/// part_of.
struct FenceColumns {
    /// For the SELECT or INSERT of a statement.
    static let names = "latitude, longitude, radius_m, polygon, dwell_seconds, time_zone, stays, part_of"
    static let qualifiedNames = """
        v.latitude, v.longitude, v.radius_m, v.polygon, v.dwell_seconds, v.time_zone, v.stays, v.part_of
        """

    let center: Coordinate
    let radiusMeters: Double?
    /// One polygon or several, as well-known binary.
    let polygon: [UInt8]?
    let dwellSeconds: Int
    let timeZone: String?
    let stays: String
    let partOf: String?
    /// The fence, for its bounding box.
    private let geofence: Geofence

    /// The bounding box, as held by the spatial index.
    var extent: DegreeBox { DegreeBox(holding: geofence) }

    init(_ facility: Facility) {
        self.geofence = facility.geofence
        self.polygon = WellKnownBinary.bytes(of: facility.geofence)
        switch facility.geofence {
        case .circle(let center, let radius):
            self.center = center
            self.radiusMeters = radius.meters
        case .polygon, .multiPolygon:
            self.center = facility.geofence.center
            self.radiusMeters = nil
        }
        self.dwellSeconds = facility.dwellThreshold.seconds
        self.timeZone = facility.timeZone?.identifier
        self.stays = facility.stays.rawValue
        self.partOf = facility.partOf?.text
    }

    func bind(to statement: PreparedStatement, from index: Int32) {
        statement.bind(index, center.latitude)
        statement.bind(index + 1, center.longitude)
        statement.bind(index + 2, radiusMeters)
        statement.bind(index + 3, polygon)
        statement.bind(index + 4, dwellSeconds)
        statement.bind(index + 5, timeZone)
        statement.bind(index + 6, stays)
        statement.bind(index + 7, partOf)
    }

    /// Compares bit by bit.
    func areEqual(to row: Columns, from index: Int32) -> Bool {
        let hasSameShape =
            row.double(index) == center.latitude && row.double(index + 1) == center.longitude
            && row.optionalDouble(index + 2) == radiusMeters && row.optionalBytes(index + 3) == polygon
        guard hasSameShape else { return false }
        guard row.int(index + 4) == dwellSeconds, row.optionalText(index + 5) == timeZone else { return false }
        guard row.isText(index + 6, stays) else { return false }
        return partOf.map { row.isText(index + 7, $0) } ?? row.isNull(index + 7)
    }

    /// The representative point, from two columns.
    static func center(_ row: Columns, from index: Int32) throws -> Coordinate {
        do {
            return try Coordinate(latitude: row.double(index), longitude: row.double(index + 1))
        } catch {
            throw StorageError.damaged("a geofence without a position", cause: error)
        }
    }

    static func geofence(_ row: Columns, from index: Int32) throws -> Geofence {
        do {
            if let bytes = row.optionalBytes(index + 3) { return try Geofence(wellKnownBinary: bytes) }
            return .circle(
                center: try Coordinate(latitude: row.double(index), longitude: row.double(index + 1)),
                radius: try Radius(meters: row.double(index + 2))
            )
        } catch {
            throw StorageError.damaged("an invalid geofence", cause: error)
        }
    }

    static func dwellThreshold(_ row: Columns, from index: Int32) throws -> DwellThreshold {
        do {
            return try DwellThreshold(seconds: row.int(index + 4))
        } catch {
            throw StorageError.damaged("an invalid dwell threshold", cause: error)
        }
    }

    static func timeZone(_ row: Columns, from index: Int32, _ lookups: Lookups) throws -> TimeZoneName? {
        try row.optionalText(index + 5).map(lookups.zone)
    }

    static func stays(_ row: Columns, from index: Int32) throws -> Facility.Stays {
        // A change that an earlier version has staged has none.
        row.isNull(index + 6) ? .short : try row.named(index + 6)
    }

    static func partOf(_ row: Columns, from index: Int32) throws -> FacilityID? {
        try row.optionalIdentifier(index + 7)
    }
}

/// Writes the versions of fences so that those of a facility never overlap.
struct FenceVersionWriter {
    /// The key of the first version written by this import.
    private let firstNewKey: Int64
    private let insert: PreparedStatement
    private let remove: PreparedStatement
    private let cut: PreparedStatement

    init(_ db: Database) throws {
        self.firstNewKey = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM facility_version") ?? 1
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO facility_version (facility, valid_from_ms, \(FenceColumns.names), extent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, BuildMbr(?, ?, ?, ?, 4326))
            """
        )
        self.remove = try PreparedStatement(
            db,
            "DELETE FROM facility_version WHERE facility = ? AND valid_from_ms >= ?"
        )
        self.cut = try PreparedStatement(
            db,
            """
            UPDATE facility_version SET valid_to_ms = ?2, extent = NULL
            WHERE facility = ?1 AND (valid_to_ms IS NULL OR valid_to_ms > ?2)
            """
        )
    }

    func add(facility: Int64, _ fence: FenceColumns, from start: Timestamp) throws {
        insert.bind(1, facility)
        insert.bind(2, start.milliseconds)
        fence.bind(to: insert, from: 3)
        insert.bind(11, fence.extent.singleSpan.lowerBound)
        insert.bind(12, fence.extent.latitudes.lowerBound)
        insert.bind(13, fence.extent.singleSpan.upperBound)
        insert.bind(14, fence.extent.latitudes.upperBound)
        try insert.run()
    }

    func change(facility: Int64, to fence: FenceColumns, from start: Timestamp) throws {
        try end(facility: facility, at: start)
        try add(facility: facility, fence, from: start)
    }

    /// Ensures that no version of a facility is valid at or after a time.
    ///
    /// The first version begins before any time that an import accepts, so at least that one remains.
    func end(facility: Int64, at time: Timestamp) throws {
        remove.bind(1, facility)
        remove.bind(2, time.milliseconds)
        try remove.run()
        cut.bind(1, facility)
        cut.bind(2, time.milliseconds)
        try cut.run()
    }

    /// Adds the new versions to the spatial index in one statement; one by one would take twice as long.
    func finish(_ db: Database) throws {
        try db.execute(
            literal: """
                INSERT INTO idx_facility_version_extent (pkid, xmin, xmax, ymin, ymax)
                SELECT key, MbrMinX(extent), MbrMaxX(extent), MbrMinY(extent), MbrMaxY(extent) FROM facility_version
                WHERE key >= \(firstNewKey) AND extent IS NOT NULL
                """
        )
    }
}
