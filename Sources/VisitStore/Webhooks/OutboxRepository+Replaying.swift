internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The selection of messages to send again.
package struct ReplayRequest: Hashable, Sendable {
    package var selection: Selection
    /// `nil` for every endpoint.
    package var endpoint: EndpointKey?

    package init(_ selection: Selection, to endpoint: EndpointKey? = nil) {
        self.selection = selection
        self.endpoint = endpoint
    }

    package enum Selection: Hashable, Sendable {
        /// To the endpoints that the message was queued for.
        case message(MessageID)
        /// Messages queued at or after a time, to every endpoint that subscribes now, even where they were not queued
        /// for it then.
        case since(Timestamp)
        /// The abandoned messages.
        case dead
    }
}

extension OutboxRepository {
    /// Queues messages again with their original ids and bodies, and returns the number of deliveries queued.
    ///
    /// Their tries start at 0. Deliveries that are pending or waiting stay as they are.
    package func replay(_ request: ReplayRequest, at time: Timestamp) throws -> Int {
        let endpoints = try EndpointRepository(database: database).all().filter {
            [wanted = request.endpoint] in wanted == nil || $0.key == wanted
        }
        var count = 0
        for endpoint in endpoints {
            var last: Int64? = .min
            // One transaction per batch, so that no other writer waits for all of them. What is queued stays queued,
            // and a repeated call continues from there.
            while let start = last {
                try database.write { db in
                    let stretch = try DeliveryReplay(db, time).queue(request.selection, to: endpoint, after: start)
                    count += stretch.count
                    last = stretch.last
                }
            }
        }
        return count
    }
}

/// Queues messages of an endpoint again in their order, in batches, so that memory use stays constant.
struct DeliveryReplay {
    private let db: Database
    private let time: Timestamp
    private let deliveries: DeliveryWriter

    /// The number of messages per batch.
    private static let stretch = 1_000

    init(_ db: Database, _ time: Timestamp) throws {
        self.db = db
        self.time = time
        self.deliveries = try DeliveryWriter(db)
    }

    /// Queues the next batch; returns the number queued and the last message read, or `nil` at the end.
    func queue(
        _ selection: ReplayRequest.Selection,
        to endpoint: StoredEndpoint,
        after start: Int64
    ) throws -> (count: Int, last: Int64?) {
        let find = try PreparedStatement(db, Self.sql(selection))
        find.bind(1, endpoint.key.rawValue)
        find.bind(2, start)
        find.bind(3, Self.stretch)
        switch selection {
        case .message(let id): find.bind(4, id.text)
        case .since(let time): find.bind(4, time.milliseconds)
        case .dead: break
        }
        var (found, last): ([(message: Int64, visit: Int64?)], Int64?) = ([], nil)
        var rows = 0
        try find.forEachRow { row in
            rows += 1
            last = row.int64(0)
            // A message that was never queued for the endpoint is queued where it is subscribed now.
            let isWanted =
                row.int64(4) == 1
                ? true : endpoint.endpoint.wants(try row.named(2), of: try row.optionalIdentifier(3))
            if isWanted { found.append((row.int64(0), row.optionalInt64(1))) }
        }
        for entry in found {
            try deliveries.queue(
                entry.message,
                to: endpoint.key,
                ofVisit: entry.visit,
                dueAt: time.milliseconds
            )
        }
        return (found.count, rows == Self.stretch ? last : nil)
    }

    /// Returns the query for key, visit, type and facility of messages, and whether they were queued for the endpoint
    /// before, ordered by key.
    static func sql(_ selection: ReplayRequest.Selection) -> String {
        let columns = "SELECT m.key, m.visit, m.type, f.id, d.message IS NOT NULL"
        let facility = "LEFT JOIN facility f ON f.key = m.facility"
        let all = """
            \(columns) FROM webhook_message m
                LEFT JOIN webhook_delivery d ON d.endpoint = ?1 AND d.message = m.key \(facility)
            WHERE m.key > ?2 AND coalesce(d.state, 'dead') IN ('delivered', 'dead')
            """
        switch selection {
        case .message: return "\(all) AND m.id = ?4 AND d.message IS NOT NULL ORDER BY m.key LIMIT ?3"
        case .since: return "\(all) AND m.queued_ms >= ?4 ORDER BY m.key LIMIT ?3"
        case .dead:
            return """
                \(columns) FROM webhook_delivery d INDEXED BY webhook_delivery_dead
                    CROSS JOIN webhook_message m ON m.key = d.message \(facility)
                WHERE d.endpoint = ?1 AND d.message > ?2 AND d.state = 'dead' ORDER BY d.message LIMIT ?3
                """
        }
    }
}
