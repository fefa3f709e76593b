internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The tracking options that phones fetch.
package struct TrackingOptionsRepository: Sendable {
    let database: VisitDatabase

    /// The number of changes to tracking options.
    ///
    /// A cache of the options polls this number and reloads when it differs. It is raised in the transaction of the
    /// change, also by other processes.
    package func revision() throws -> Int64 { try database.read { try Counter.trackingOptions.value($0) } }

    /// At most eight, in no particular order.
    package func all() throws -> [StoredTrackingOptions] {
        try database.read { db in
            try PreparedStatement(
                db,
                "SELECT platform, environment, on_trip, preset, document, updated_ms FROM tracking_options"
            ).all { row in
                StoredTrackingOptions(
                    try row.named(0),
                    try row.named(1),
                    isOnTrip: row.int(2) != 0,
                    row.optionalText(3).map { .preset($0) } ?? .document(row.text(4)),
                    updatedAt: row.time(5)
                )
            }
        }
    }

    /// Stores tracking options and replaces those for the same platform, environment and trip state.
    ///
    /// A preset has to be one that the table's constraint allows.
    package func set(_ options: StoredTrackingOptions) throws {
        let (preset, document): (String?, String?) =
            switch options.content {
            case .preset(let name): (name, nil)
            case .document(let text): (nil, text)
            }
        try database.write { db in
            try db.execute(
                literal: """
                    INSERT INTO tracking_options (platform, environment, on_trip, preset, document, updated_ms)
                    VALUES (\(options.platform.rawValue), \(options.environment.rawValue), \(options.isOnTrip), \(preset),
                        \(document), \(options.updatedAt.milliseconds))
                    ON CONFLICT DO UPDATE SET preset = excluded.preset, document = excluded.document,
                        updated_ms = excluded.updated_ms
                    """
            )
            try Counter.trackingOptions.raise(db)
        }
    }

    @discardableResult
    package func remove(_ platform: Platform, _ environment: ProjectEnvironment, isOnTrip: Bool) throws -> Bool {
        try database.write { db in
            try db.execute(
                literal: """
                    DELETE FROM tracking_options WHERE platform = \(platform.rawValue)
                        AND environment = \(environment.rawValue) AND on_trip = \(isOnTrip)
                    """
            )
            guard db.changesCount > 0 else { return false }
            try Counter.trackingOptions.raise(db)
            return true
        }
    }
}

/// The stored tracking options for phones of one platform, environment and trip state; the store does not validate
/// them.
package struct StoredTrackingOptions: Hashable, Sendable {
    package let platform: Platform
    /// Of the phones' tokens.
    package let environment: ProjectEnvironment
    package let isOnTrip: Bool
    package let content: Content
    package let updatedAt: Timestamp

    package enum Content: Hashable, Sendable {
        /// The name of a preset: `efficient`, `responsive` or `continuous`.
        case preset(String)
        /// A JSON document, unchanged.
        case document(String)
    }

    package init(
        _ platform: Platform,
        _ environment: ProjectEnvironment,
        isOnTrip: Bool,
        _ content: Content,
        updatedAt: Timestamp
    ) {
        self.platform = platform
        self.environment = environment
        self.isOnTrip = isOnTrip
        self.content = content
        self.updatedAt = updatedAt
    }
}
