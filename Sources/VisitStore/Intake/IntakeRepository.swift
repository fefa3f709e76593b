internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The pending-fix log: fixes on disk that are not processed yet.
package struct IntakeRepository: Sendable {
    let database: VisitDatabase

    /// The present owner number of the pending-fix log; 0 before the first owner.
    package func writer() throws -> Int64 { try database.read { try Counter.intakeWriter.value($0) } }

    /// Takes over the pending-fix log from its present owner and returns the new owner number.
    ///
    /// The new owner reads the log afterwards (`unsaved`). Later appends by the previous owner are refused,
    /// because each of the two would store states that lack the other's fixes.
    package func acquireWriter() throws -> Int64 {
        try database.write { db in
            try Counter.intakeWriter.raise(db)
            return try Counter.intakeWriter.value(db)
        }
    }

    /// Returns the log entries that their devices' states do not contain yet, oldest first, without the fixes.
    ///
    /// It reads the whole log, which is kept short.
    package func unsaved() throws -> [UnsavedIntake] {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT u.key, u.device, \(DeviceColumns.names), length(u.fixes) FROM unsaved_intake u
                JOIN device d ON d.key = u.device JOIN member m ON m.key = d.member ORDER BY u.key
                """
            )
            return try find.all { row in
                UnsavedIntake(
                    number: row.int64(0),
                    key: DeviceKey(rawValue: row.int64(1)),
                    device: try DeviceColumns.device(row, from: 2),
                    byteCount: row.int(6)
                )
            }
        }
    }

    /// Returns the log entries of a device that its state does not contain yet, oldest first.
    ///
    /// Without `numbers`, the sequence numbers of the entries, the whole log is scanned.
    package func entries(of device: DeviceKey, numbers: [Int64]? = nil) throws -> [StoredIntake] {
        if numbers?.isEmpty == true { return [] }
        return try database.read { db in
            func entry(_ row: Columns) -> StoredIntake {
                StoredIntake(number: row.int64(0), fixes: FixChunk(row, from: 1))
            }
            let columns = "SELECT key, \(FixChunk.columns) FROM unsaved_intake WHERE device = ?"
            guard let numbers else {
                let find = try PreparedStatement(db, "\(columns) ORDER BY key")
                find.bind(1, device.rawValue)
                return try find.all(entry)
            }
            let find = try PreparedStatement(db, "\(columns) AND key = ?")
            return try numbers.flatMap { number -> [StoredIntake] in
                find.bind(1, device.rawValue)
                find.bind(2, number)
                return try find.all(entry)
            }
        }
    }
}

/// An entry of the pending-fix log that its device's state does not contain yet, without the fixes.
package struct UnsavedIntake: Hashable, Sendable {
    package let number: Int64
    package let key: DeviceKey
    package let device: Device
    /// Of the packed fixes.
    package let byteCount: Int
}

struct IntakeWriter {
    private let insert: PreparedStatement

    init(_ db: Database) throws {
        self.insert = try PreparedStatement(
            db,
            "INSERT INTO intake (device, first_ms, last_ms, fix_count, fixes) VALUES (?, ?, ?, ?, ?)"
        )
    }

    /// Returns the sequence number of the entry.
    func write(_ entry: IntakeEntry, _ db: Database) throws -> Int64 {
        insert.bind(1, entry.device.rawValue)
        insert.bind(2, entry.fixes.first.milliseconds)
        insert.bind(3, entry.fixes.last.milliseconds)
        insert.bind(4, entry.fixes.fixCount)
        insert.bind(5, entry.fixes.fixes)
        try insert.run()
        return db.lastInsertedRowID
    }

    static func forget(before number: Int64, _ db: Database) throws {
        let delete = try PreparedStatement(db, "DELETE FROM intake WHERE key < ?")
        delete.bind(1, number)
        try delete.run()
    }
}
