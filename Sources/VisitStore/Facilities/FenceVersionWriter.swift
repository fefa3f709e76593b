internal import GRDB
internal import SQLiteStorage
internal import VisitModel

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
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, BuildMbr(?, ?, ?, ?, 4326))
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
        insert.bind(9, fence.extent.singleSpan.lowerBound)
        insert.bind(10, fence.extent.latitudes.lowerBound)
        insert.bind(11, fence.extent.singleSpan.upperBound)
        insert.bind(12, fence.extent.latitudes.upperBound)
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
