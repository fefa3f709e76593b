internal import GRDB
package import VisitModel

package struct SettingName: Hashable, Sendable {
    package let text: String

    /// Creates a name of lower-case words joined by `_`.
    package init(_ text: String) { self.text = text }

    /// The time zone of facilities without their own: an IANA name.
    package static let defaultTimeZone = SettingName("default_time_zone")
}

/// The settings of the whole database.
package struct SettingRepository: Sendable {
    let database: VisitDatabase

    /// Of facilities without their own; `nil` means UTC.
    package func defaultTimeZone() throws -> TimeZoneName? {
        try value(.defaultTimeZone).map(database.lookups.zone)
    }

    /// `nil` restores UTC.
    package func setDefaultTimeZone(_ zone: TimeZoneName?) throws {
        try set(.defaultTimeZone, to: zone?.identifier)
    }

    package func value(_ name: SettingName) throws -> String? {
        try database.read { db in
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name.text])
        }
    }

    /// Removes the setting for `nil`.
    package func set(_ name: SettingName, to value: String?) throws {
        try database.write { try $0.set(name, to: value) }
    }
}

extension Database {
    /// Removes the setting for `nil`.
    func set(_ name: SettingName, to value: String?) throws {
        if let value {
            try execute(
                literal: """
                    INSERT INTO setting (name, value) VALUES (\(name.text), \(value))
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                    """
            )
        } else {
            try execute(literal: "DELETE FROM setting WHERE name = \(name.text)")
        }
        if name == .defaultTimeZone, changesCount > 0 { try Counter.places.raise(self) }
    }
}
