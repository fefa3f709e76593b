internal import GRDB
public import VisitModel

/// The name of something that holds for a whole database.
public struct SettingName: Hashable, Sendable {
    /// The name as stored.
    public let text: String

    /// Takes a name.
    ///
    /// - Parameter text: lower-case words joined by `_`.
    public init(_ text: String) {
        self.text = text
    }

    /// The time zone of facilities that have none of their own: an IANA name.
    public static let defaultTimeZone = SettingName("default_time_zone")
}

extension VisitStore {
    /// The time zone of facilities that have none of their own.
    ///
    /// - Returns: the zone; `nil` when none was set, which means UTC.
    /// - Throws: `VisitStoreError`.
    public func defaultTimeZone() throws -> TimeZoneName? {
        try setting(.defaultTimeZone).map(lookups.zone)
    }

    /// Sets the time zone of facilities that have none of their own.
    ///
    /// - Parameter zone: the zone; `nil` takes it away.
    /// - Throws: `VisitStoreError`.
    public func setDefaultTimeZone(_ zone: TimeZoneName?) throws {
        try setSetting(.defaultTimeZone, to: zone?.identifier)
    }

    /// What holds for the whole database under a name.
    ///
    /// - Parameter name: of what.
    /// - Returns: the value; `nil` when none was set.
    /// - Throws: `VisitStoreError`.
    public func setting(_ name: SettingName) throws -> String? {
        try read { db in
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name.text])
        }
    }

    /// Sets what holds for the whole database under a name.
    ///
    /// - Parameters:
    ///   - name: of what.
    ///   - value: the value; `nil` takes it away.
    /// - Throws: `VisitStoreError`.
    public func setSetting(_ name: SettingName, to value: String?) throws {
        try write { db in
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
