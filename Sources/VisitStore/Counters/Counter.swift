internal import GRDB

/// A number of the whole database that only grows (table `counter`).
enum Counter: String {
    /// How many events were told as they happened.
    case eventTold = "event_told"
    /// Under which number fixes are put down at present.
    case intakeWriter = "intake_writer"
    /// How often anything changed that decides where members may visit.
    case places
    /// How often tracking options were set or taken away.
    case trackingOptions = "tracking_options"
    /// The highest key of a member that was erased.
    case erasedMemberKey = "erased_member_key"
    /// The highest key of a phone that was erased.
    case erasedDeviceKey = "erased_device_key"

    /// The number as it is.
    func value(_ db: Database) throws -> Int64 {
        let find = try PreparedStatement(db, "SELECT value FROM counter WHERE name = ?")
        find.bind(1, rawValue)
        guard let value = try find.first({ $0.int64(0) }) else {
            throw VisitStoreError.damaged("no counter `\(rawValue)`")
        }
        return value
    }

    /// An expression for the next key of a table: above every one that is there and every one that was erased.
    func nextKey(of table: String) -> String {
        """
        1 + max(coalesce((SELECT max(key) FROM \(table)), 0), (SELECT value FROM counter WHERE name = '\(rawValue)'))
        """
    }

    /// Lets the number grow to another; a lower one changes nothing.
    func raise(to value: Int64, _ db: Database) throws {
        let update = try PreparedStatement(db, "UPDATE counter SET value = ?1 WHERE name = ?2 AND value < ?1")
        update.bind(1, value)
        update.bind(2, rawValue)
        try update.run()
    }

    /// Lets the number grow by one.
    func raise(_ db: Database) throws {
        let update = try PreparedStatement(db, "UPDATE counter SET value = value + 1 WHERE name = ?")
        update.bind(1, rawValue)
        try update.run()
    }
}
