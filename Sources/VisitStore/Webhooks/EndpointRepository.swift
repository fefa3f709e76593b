internal import GRDB
internal import SQLiteStorage
package import VisitModel

package struct EndpointRepository: Sendable {
    let database: VisitDatabase

    /// Stores a new endpoint with its encrypted signing secret.
    ///
    /// Throws `StorageError` with code `repeatedName` when an endpoint of that name exists.
    package func add(_ endpoint: WebhookEndpoint, secret: [UInt8], at time: Timestamp) throws {
        let types = try endpoint.types.map { try EndpointColumns.text(of: $0.map(\.rawValue)) }
        let facilities = try endpoint.facilities.map { try EndpointColumns.text(of: $0.map(\.text)) }
        try database.write { db in
            let find = try PreparedStatement(db, "SELECT 1 FROM webhook_endpoint WHERE id = ?")
            find.bind(1, endpoint.id.text)
            guard try !find.hasRow() else {
                throw StorageError(
                    .repeatedName,
                    "the endpoint `\(endpoint.id)` already exists; choose another id, or remove that one first"
                )
            }
            let insert = try PreparedStatement(
                db,
                """
                INSERT INTO webhook_endpoint (id, url, types, facilities, format, includes_location, exceptions, secret,
                    created_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            )
            insert.bind(1, endpoint.id.text)
            insert.bind(2, endpoint.url)
            insert.bind(3, types)
            insert.bind(4, facilities)
            insert.bind(5, endpoint.format.rawValue)
            insert.bind(6, endpoint.includesLocation ? 1 : 0)
            insert.bind(7, endpoint.exceptions.rawValue)
            insert.bind(8, secret)
            insert.bind(9, time.milliseconds)
            try insert.run()
        }
    }

    /// Includes disabled endpoints; in the order of creation.
    package func all() throws -> [StoredEndpoint] { try database.read(EndpointColumns.all) }

    package func find(_ id: EndpointID) throws -> StoredEndpoint? { try all().first { $0.endpoint.id == id } }

    /// Returns the number of messages by state for each endpoint that has any.
    package func deliveryCounts() throws -> [EndpointKey: DeliveryCounts] {
        try database.read { db in
            var counts: [EndpointKey: DeliveryCounts] = [:]
            let statement = try PreparedStatement(
                db,
                "SELECT endpoint, state, count(*) FROM webhook_delivery GROUP BY endpoint, state"
            )
            try statement.forEachRow { row in
                let key = EndpointKey(rawValue: row.int64(0))
                switch row.text(1) {
                case "delivered": counts[key, default: DeliveryCounts()].delivered += row.int(2)
                case "dead": counts[key, default: DeliveryCounts()].dead += row.int(2)
                default: counts[key, default: DeliveryCounts()].waiting += row.int(2)
                }
            }
            return counts
        }
    }

    /// Replaces an endpoint's signing secret by another encrypted one.
    ///
    /// The present secret also signs until `previousUntil`; `nil` discards it at once.
    package func replaceSecret(
        of key: EndpointKey,
        by secret: [UInt8],
        keepingPreviousUntil previousUntil: Timestamp?
    ) throws {
        try database.write { db in
            let update = try PreparedStatement(
                db,
                """
                UPDATE webhook_endpoint
                SET previous_secret = CASE WHEN ?2 IS NOT NULL THEN secret END, previous_until_ms = ?2, secret = ?1,
                    revision = revision + 1
                WHERE key = ?3
                """
            )
            update.bind(1, secret)
            update.bind(2, previousUntil?.milliseconds)
            update.bind(3, key.rawValue)
            try update.run()
        }
    }

    /// Messages queued for a disabled endpoint wait.
    package func disable(_ key: EndpointKey, _ disabling: StoredEndpoint.Disabling) throws {
        try database.write { db in _ = try EndpointWriter(db).disable(key, disabling) }
    }

    /// Resumes the endpoint's queue and resets its failures.
    package func enable(_ key: EndpointKey) throws {
        try database.write { db in
            try db.execute(
                literal: """
                    UPDATE webhook_endpoint
                    SET disabled_ms = NULL, disabled_reason = NULL, failing_since_ms = NULL, revision = revision + 1
                    WHERE key = \(key.rawValue)
                    """
            )
        }
    }

    /// Removes an endpoint with all its messages and attempts.
    package func remove(_ key: EndpointKey) throws {
        // A disabled endpoint receives nothing more, whatever is queued for it in the meantime.
        let time = try all().first { $0.key == key }?.createdAt ?? Timestamp(milliseconds: 0)
        try disable(key, .init(at: time, reason: .byHand))
        let outbox = OutboxRepository(database: database)
        var isEmpty = false
        while !isEmpty {
            _ = try outbox.purge("SELECT endpoint, message FROM webhook_delivery WHERE endpoint = \(key.rawValue)")
            isEmpty = try database.write { db in
                // A message may have been queued in between.
                try db.execute(
                    literal: """
                        DELETE FROM webhook_endpoint WHERE key = \(key.rawValue)
                            AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint = \(key.rawValue))
                        """
                )
                let find: SQL = "SELECT 1 FROM webhook_endpoint WHERE key = \(key.rawValue)"
                return try !PreparedStatement(db, find).hasRow()
            }
        }
    }

    /// Changes the subscriptions of an endpoint; messages already queued for it stay queued.
    ///
    /// `nil` stands for the types of visits, and for all facilities.
    package func change(_ key: EndpointKey, types: Set<MessageType>?, facilities: Set<FacilityID>?) throws {
        let types = try types.map { try EndpointColumns.text(of: $0.map(\.rawValue)) }
        let facilities = try facilities.map { try EndpointColumns.text(of: $0.map(\.text)) }
        try database.write { db in
            try db.execute(
                literal: """
                    UPDATE webhook_endpoint SET types = \(types), facilities = \(facilities), revision = revision + 1
                    WHERE key = \(key.rawValue)
                    """
            )
        }
    }
}

/// Writes the health of endpoints while messages are delivered.
struct EndpointWriter {
    private let disabled: PreparedStatement
    private let failing: PreparedStatement

    init(_ db: Database) throws {
        self.disabled = try PreparedStatement(
            db,
            """
            UPDATE webhook_endpoint SET disabled_ms = ?, disabled_reason = ?, revision = revision + 1
            WHERE key = ? AND disabled_ms IS NULL RETURNING key
            """
        )
        self.failing = try PreparedStatement(db, "UPDATE webhook_endpoint SET failing_since_ms = ? WHERE key = ?")
    }

    /// Returns false where the endpoint is already disabled or no longer exists.
    func disable(_ key: EndpointKey, _ disabling: StoredEndpoint.Disabling) throws -> Bool {
        disabled.bind(1, disabling.at.milliseconds)
        disabled.bind(2, disabling.reason.rawValue)
        disabled.bind(3, key.rawValue)
        return try disabled.hasRow()
    }

    func record(failingSince time: Timestamp?, of key: EndpointKey) throws {
        failing.bind(1, time?.milliseconds)
        failing.bind(2, key.rawValue)
        try failing.run()
    }
}
