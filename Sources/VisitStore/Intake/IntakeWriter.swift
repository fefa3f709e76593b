internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes the pending-fix log.
struct IntakeWriter {
    private let insert: PreparedStatement

    init(_ db: Database) throws {
        self.insert = try PreparedStatement(
            db,
            "INSERT INTO intake (device, first_ms, last_ms, fix_count, fixes) VALUES (?, ?, ?, ?, ?)"
        )
    }

    /// Appends an entry and returns its sequence number.
    func write(_ entry: IntakeEntry, _ db: Database) throws -> Int64 {
        insert.bind(1, entry.device.rawValue)
        insert.bind(2, entry.fixes.first.milliseconds)
        insert.bind(3, entry.fixes.last.milliseconds)
        insert.bind(4, entry.fixes.fixCount)
        insert.bind(5, entry.fixes.fixes)
        try insert.run()
        return db.lastInsertedRowID
    }

    /// Deletes the entries before a sequence number.
    static func forget(before number: Int64, _ db: Database) throws {
        let delete = try PreparedStatement(db, "DELETE FROM intake WHERE key < ?")
        delete.bind(1, number)
        try delete.run()
    }
}
