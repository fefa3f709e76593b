internal import GRDB
internal import SQLiteStorage

/// A database-wide number that only grows (table `counter`).
enum Counter: String {
    /// The number of events emitted as they happened.
    case eventEmitted = "event_told"
    /// The owner number of the pending-fix log.
    case intakeWriter = "intake_writer"
    /// The number of changes to where members may visit.
    case places
    /// The number of changes to tracking options.
    case trackingOptions = "tracking_options"
    /// The highest key of an erased member.
    case erasedMemberKey = "erased_member_key"
    /// The highest key of an erased phone.
    case erasedDeviceKey = "erased_device_key"

    func value(_ db: Database) throws -> Int64 {
        let find = try PreparedStatement(db, "SELECT value FROM counter WHERE name = ?")
        find.bind(1, rawValue)
        guard let value = try find.first({ $0.int64(0) }) else {
            throw StorageError.damaged("no counter `\(rawValue)`")
        }
        return value
    }

    /// An SQL expression for the next key of a table, above every existing and every erased key.
    func nextKey(of table: String) -> String {
        """
        1 + max(coalesce((SELECT max(key) FROM \(table)), 0), (SELECT value FROM counter WHERE name = '\(rawValue)'))
        """
    }

    /// A lower value changes nothing.
    func raise(to value: Int64, _ db: Database) throws {
        let update = try PreparedStatement(db, "UPDATE counter SET value = ?1 WHERE name = ?2 AND value < ?1")
        update.bind(1, value)
        update.bind(2, rawValue)
        try update.run()
    }

    func raise(_ db: Database) throws {
        let update = try PreparedStatement(db, "UPDATE counter SET value = value + 1 WHERE name = ?")
        update.bind(1, rawValue)
        try update.run()
    }
}
