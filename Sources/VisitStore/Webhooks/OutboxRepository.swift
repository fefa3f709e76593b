internal import GRDB
internal import SQLiteStorage
package import VisitModel

package struct OutboxRepository: Sendable {
    let database: VisitDatabase

    /// Returns the messages that are due for delivery to an endpoint, longest due first.
    ///
    /// Messages in flight have no recorded result yet, and are left out. Where fewer than `limit` are due,
    /// the time at which the next one is due is returned too.
    package func due(
        to endpoint: EndpointKey,
        at time: Timestamp,
        limit: Int,
        excluding inFlight: Set<MessageKey> = []
    ) throws -> (due: [DueDelivery], nextDueAt: Timestamp?) {
        try database.read { db in
            var due: [DueDelivery] = []
            let statement = try PreparedStatement(db, Self.dueSQL)
            statement.bind(1, endpoint.rawValue)
            statement.bind(2, time.milliseconds)
            // Messages in flight have been due the longest, so they come first in the result.
            statement.bind(3, limit + inFlight.count)
            try statement.forEachRow { row in
                let key = MessageKey(rawValue: row.int64(0))
                guard due.count < limit, !inFlight.contains(key) else { return }
                due.append(
                    DueDelivery(
                        endpoint: endpoint,
                        message: key,
                        id: try row.identifier(1),
                        type: try row.named(2),
                        subject: row.text(3),
                        occurredAt: row.time(4),
                        queuedAt: row.time(5),
                        dueAt: row.time(6),
                        body: row.bytes(7),
                        tries: row.int(8)
                    )
                )
            }
            guard due.count < limit else { return (due, nil) }
            let next = try PreparedStatement(
                db,
                """
                SELECT due_ms FROM webhook_delivery WHERE endpoint = ? AND state = 'pending' AND due_ms > ?
                ORDER BY due_ms LIMIT 1
                """
            )
            next.bind(1, endpoint.rawValue)
            next.bind(2, time.milliseconds)
            return (due, try next.first { $0.time(0) })
        }
    }

    static let dueSQL = """
        SELECT d.message, m.id, m.type, m.subject, m.occurred_ms, m.queued_ms, d.due_ms,
            CASE WHEN e.includes_location THEN coalesce(m.located_body, m.body) ELSE m.body END, d.tries
        FROM webhook_delivery d JOIN webhook_message m ON m.key = d.message
            JOIN webhook_endpoint e ON e.key = d.endpoint
        WHERE d.endpoint = ? AND d.state = 'pending' AND d.due_ms <= ?
        ORDER BY d.due_ms, d.message LIMIT ?
        """

    /// Records the results of delivery attempts and their effects.
    ///
    /// A message that was delivered or is dead releases the next message of its visit. The result of a delivery that
    /// was removed or purged in the meantime is not recorded. `publishing` notifies other endpoints of a disabled one;
    /// its time is the current time. The endpoints disabled by this call are returned.
    @discardableResult
    package func record(
        _ attempts: [FinishedAttempt],
        _ changes: [EndpointChange],
        publishing: OutboxSettings
    ) throws -> [StoredEndpoint] {
        guard !attempts.isEmpty || !changes.isEmpty else { return [] }
        return try database.write { db in
            let writer = try AttemptWriter(db)
            for attempt in attempts { try writer.write(attempt, now: publishing.time) }
            let endpoints = try EndpointWriter(db)
            var disabled: [EndpointKey] = []
            for change in changes {
                try endpoints.record(failingSince: change.failingSince, of: change.endpoint)
                guard let disabling = change.disabling else { continue }
                if try endpoints.disable(change.endpoint, disabling) { disabled.append(change.endpoint) }
            }
            guard !disabled.isEmpty else { return [] }
            let stored = try EndpointColumns.all(db).filter { disabled.contains($0.key) }
            let outbox = try OutboxWriter(db, publishing)
            for endpoint in stored {
                if let disabling = endpoint.disabling { try outbox?.enqueue(disabled: endpoint, disabling) }
            }
            return stored
        }
    }

    /// Deletes dead messages and the records of their attempts, and returns the number of deleted deliveries.
    ///
    /// `time` restricts this to messages dead before it.
    package func purgeDead(of endpoint: EndpointKey? = nil, before time: Timestamp? = nil) throws -> Int {
        try purge(
            """
            SELECT endpoint, message FROM webhook_delivery
            WHERE state = 'dead' AND (\(endpoint?.rawValue) IS NULL OR endpoint = \(endpoint?.rawValue))
                AND (\(time?.milliseconds) IS NULL OR due_ms < \(time?.milliseconds))
            """
        )
    }

    /// Deletes the selected deliveries in batches of `DeliveryPurge.batchSize`, one transaction each, so that no other
    /// writer waits long.
    func purge(_ selection: SQL) throws -> Int {
        var count = 0
        while true {
            let removed = try database.write {
                try DeliveryPurge.remove($0, "\(selection) LIMIT \(DeliveryPurge.batchSize)")
            }
            count += removed
            if removed < DeliveryPurge.batchSize { return count }
        }
    }

    /// Deletes a batch of messages that were delivered before a time, and returns the number of deleted deliveries.
    ///
    /// It is less than `limit` when none are left. The limit keeps other writers from waiting long.
    package func purgeDelivered(before time: Timestamp, limit: Int) throws -> Int {
        // Called every second, nearly always with nothing to delete: a read avoids an empty write transaction.
        let isAny = try database.read { db in
            let find = try PreparedStatement(
                db,
                "SELECT 1 FROM webhook_delivery WHERE state = 'delivered' AND due_ms < ? LIMIT 1"
            )
            find.bind(1, time.milliseconds)
            return try find.hasRow()
        }
        guard isAny else { return 0 }
        return try database.write { db in
            try DeliveryPurge.remove(
                db,
                """
                SELECT endpoint, message FROM webhook_delivery
                WHERE state = 'delivered' AND due_ms < \(time.milliseconds) ORDER BY due_ms LIMIT \(limit)
                """
            )
        }
    }
}

struct AttemptWriter {
    private let move: PreparedStatement
    private let attempt: PreparedStatement
    private let deliveries: DeliveryWriter

    init(_ db: Database) throws {
        self.move = try PreparedStatement(
            db,
            """
            UPDATE webhook_delivery SET state = ?1, due_ms = ?2, tries = tries + 1, attempts = attempts + 1
            WHERE endpoint = ?3 AND message = ?4 AND state = 'pending' RETURNING attempts, visit
            """
        )
        self.attempt = try PreparedStatement(
            db,
            """
            INSERT INTO webhook_attempt (endpoint, message, number, at_ms, took_ms, outcome, status, detail, response)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        self.deliveries = try DeliveryWriter(db)
    }

    func write(_ finished: FinishedAttempt, now: Timestamp) throws {
        let (state, due): (String, Timestamp) =
            switch finished.next {
            case .delivered: ("delivered", now)
            case .dead: ("dead", now)
            case .tryAgain(let time): ("pending", time)
            }
        move.bind(1, state)
        move.bind(2, due.milliseconds)
        move.bind(3, finished.endpoint.rawValue)
        move.bind(4, finished.message.rawValue)
        let moved = try move.first { row in (number: row.int64(0), visit: row.optionalInt64(1)) }
        guard let moved else { return }
        attempt.bind(1, finished.endpoint.rawValue)
        attempt.bind(2, finished.message.rawValue)
        attempt.bind(3, moved.number)
        attempt.bind(4, finished.at.milliseconds)
        attempt.bind(5, finished.tookMilliseconds)
        attempt.bind(6, finished.outcome)
        attempt.bind(7, finished.status.map(Int64.init))
        attempt.bind(8, finished.detail)
        attempt.bind(9, finished.response.isEmpty ? nil : finished.response)
        try attempt.run()
        if state != "pending", let visit = moved.visit {
            try deliveries.promoteNext(ofVisit: visit, at: finished.endpoint, dueAt: now.milliseconds)
        }
    }
}

/// Deletes deliveries, and messages that have no delivery left.
enum DeliveryPurge {
    /// Deleted in one transaction.
    static let batchSize = 5_000

    /// The query selects endpoint and message.
    static func remove(_ db: Database, _ selection: SQL) throws -> Int {
        try db.execute(
            sql: "CREATE TEMP TABLE purged (endpoint INTEGER, message INTEGER, PRIMARY KEY (endpoint, message))"
        )
        defer { try? db.execute(sql: "DROP TABLE temp.purged") }
        try db.execute(literal: "INSERT INTO temp.purged \(selection)")
        let count = db.changesCount
        guard count > 0 else { return 0 }
        try db.execute(
            sql: """
                DELETE FROM webhook_attempt WHERE (endpoint, message) IN (SELECT endpoint, message FROM temp.purged);
                DELETE FROM webhook_delivery WHERE (endpoint, message) IN (SELECT endpoint, message FROM temp.purged);
                DELETE FROM webhook_message WHERE key IN (SELECT message FROM temp.purged)
                    AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.message = webhook_message.key);
                """
        )
        return count
    }
}
