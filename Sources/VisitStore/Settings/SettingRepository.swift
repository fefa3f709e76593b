internal import GRDB
package import VisitModel

/// The name of a database-wide setting.
package struct SettingName: Hashable, Sendable {
    /// The name as stored.
    package let text: String

    /// Creates a name.
    ///
    /// - Parameter text: lower-case words joined by `_`.
    package init(_ text: String) {
        self.text = text
    }

    /// The time zone of facilities without their own: an IANA name.
    package static let defaultTimeZone = SettingName("default_time_zone")
}

/// The settings of the whole database.
package struct SettingRepository: Sendable {
    let database: VisitDatabase

    /// Returns the time zone of facilities without their own; `nil` means UTC.
    package func defaultTimeZone() throws -> TimeZoneName? {
        try value(.defaultTimeZone).map(database.lookups.zone)
    }

    /// Sets the time zone of facilities without their own; `nil` restores UTC.
    package func setDefaultTimeZone(_ zone: TimeZoneName?) throws {
        try set(.defaultTimeZone, to: zone?.identifier)
    }

    /// Returns the value of a setting; `nil` when it is not set.
    package func value(_ name: SettingName) throws -> String? {
        try database.read { db in
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name.text])
        }
    }

    /// Sets a database-wide setting; `nil` removes it.
    package func set(_ name: SettingName, to value: String?) throws {
        try database.write { db in
            if let value {
                try db.execute(
                    literal: """
                        INSERT INTO setting (name, value) VALUES (\(name.text), \(value))
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                        """
                )
            } else {
                try db.execute(literal: "DELETE FROM setting WHERE name = \(name.text)")
            }
            if name == .defaultTimeZone, db.changesCount > 0 { try Counter.places.raise(db) }
        }
    }
}
