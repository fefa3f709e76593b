internal import GRDB
internal import VisitModel

/// Writes the versions of fences so that those of a facility never overlap.
struct FenceVersionWriter {
    private let insert: PreparedStatement
    private let remove: PreparedStatement
    private let cut: PreparedStatement

    init(_ db: Database) throws {
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO facility_version (facility, valid_from_ms, \(FenceColumns.names))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        self.remove = try PreparedStatement(
            db,
            "DELETE FROM facility_version WHERE facility = ? AND valid_from_ms >= ?"
        )
        self.cut = try PreparedStatement(
            db,
            """
            UPDATE facility_version SET valid_to_ms = ?2
            WHERE facility = ?1 AND (valid_to_ms IS NULL OR valid_to_ms > ?2)
            """
        )
    }

    /// Begins a version that holds until further notice.
    func add(facility: Int64, _ fence: FenceColumns, from start: Timestamp) throws {
        insert.bind(1, facility)
        insert.bind(2, start.milliseconds)
        fence.bind(to: insert, from: 3)
        try insert.run()
    }

    /// Ends what held and begins a version that holds until further notice.
    func change(facility: Int64, to fence: FenceColumns, from start: Timestamp) throws {
        try end(facility: facility, at: start)
        try add(facility: facility, fence, from: start)
    }

    /// Makes sure that no version of a facility holds at or after a time.
    ///
    /// The first version begins before every time that an import takes, so at least that one is left.
    func end(facility: Int64, at time: Timestamp) throws {
        remove.bind(1, facility)
        remove.bind(2, time.milliseconds)
        try remove.run()
        cut.bind(1, facility)
        cut.bind(2, time.milliseconds)
        try cut.run()
    }
}
