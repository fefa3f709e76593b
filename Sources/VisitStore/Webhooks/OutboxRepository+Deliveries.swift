internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The position of a delivery in the order of all deliveries.
package struct DeliveryCursor: Hashable, Sendable {
    package let message: Int64
    package let endpoint: Int64

    package init(message: Int64, endpoint: Int64) {
        self.message = message
        self.endpoint = endpoint
    }
}

package struct DeliveryPage: Hashable, Sendable {
    /// The newest message comes first.
    package let deliveries: [DeliveryReport]
    /// The filter's `after` for the next page; `nil` on the last page.
    package let next: DeliveryCursor?
}

extension OutboxRepository {
    /// Returns a page of the deliveries that match a filter, newest message first; the filter's limit is ignored.
    package func page(matching filter: DeliveryFilter = DeliveryFilter(), size: Int) throws -> DeliveryPage {
        var filter = filter
        filter.limit = size + 1
        return try database.read { db in
            let (deliveries, next) = try PreparedStatement(db, filter.request).page(size: size) { row in
                let cursor = DeliveryCursor(
                    message: row.int64(DeliveryReport.columnCount),
                    endpoint: row.int64(DeliveryReport.columnCount + 1)
                )
                return (value: try DeliveryReport(row), cursor: cursor)
            }
            return DeliveryPage(deliveries: deliveries, next: next)
        }
    }

    /// Calls a closure with each delivery that matches a filter, newest first.
    ///
    /// The closure must not use the store. An error that it throws ends the iteration.
    package func forEach(
        matching filter: DeliveryFilter = DeliveryFilter(),
        _ body: (DeliveryReport) throws -> Void
    ) throws {
        try database.read { db in
            try PreparedStatement(db, filter.request).forEachRow { try body(DeliveryReport($0)) }
        }
    }

    /// Returns the attempts to all endpoints, ordered by endpoint and attempt number.
    package func attempts(of message: MessageID) throws -> [(endpoint: EndpointID, attempt: AttemptReport)] {
        try database.read { db in
            let request: SQL = """
                SELECT e.id, \(sql: AttemptReport.columns)
                FROM webhook_message m JOIN webhook_delivery d ON d.message = m.key
                    JOIN webhook_attempt a ON a.endpoint = d.endpoint AND a.message = d.message
                    JOIN webhook_endpoint e ON e.key = d.endpoint
                WHERE m.id = \(message.text) ORDER BY a.endpoint, a.number
                """
            return try PreparedStatement(db, request).all { row in
                (endpoint: try row.identifier(0), attempt: AttemptReport(row, from: 1))
            }
        }
    }

    /// Without locations; `nil` where there is no such message.
    package func body(of message: MessageID) throws -> [UInt8]? {
        let request: SQL = "SELECT body FROM webhook_message WHERE id = \(message.text)"
        return try database.read { db in try PreparedStatement(db, request).first { $0.bytes(0) } }
    }
}

extension DeliveryFilter {
    /// Reads the columns of a report, then the two of the cursor.
    var request: SQL {
        var conditions: [SQL] = ["1"]
        if let endpoint { conditions.append("e.id = \(endpoint.text)") }
        if let message { conditions.append("m.id = \(message.text)") }
        if !states.isEmpty {
            let states = states.map { "d.state = '\($0.rawValue)'" }.sorted().joined(separator: " OR ")
            conditions.append("(\(sql: states))")
        }
        if let since { conditions.append("m.queued_ms >= \(since.milliseconds)") }
        if let after {
            conditions.append(
                """
                (d.message < \(after.message) OR (d.message = \(after.message) AND d.endpoint > \(after.endpoint)))
                """
            )
        }
        return """
            SELECT e.id, m.id, m.type, m.subject, d.state, m.queued_ms, d.due_ms, d.attempts,
                \(sql: AttemptReport.columns), d.message, d.endpoint
            FROM webhook_delivery d JOIN webhook_message m ON m.key = d.message
                JOIN webhook_endpoint e ON e.key = d.endpoint
                LEFT JOIN webhook_attempt a ON a.endpoint = d.endpoint AND a.message = d.message
                    AND a.number = d.attempts
            WHERE \(conditions.joined(operator: .and))
            ORDER BY d.message DESC, d.endpoint LIMIT \(limit ?? -1)
            """
    }
}

extension DeliveryReport {
    /// The cursor's columns follow those of a report.
    static let columnCount: Int32 = 15

    /// Reads a row of `DeliveryFilter.request`.
    init(_ row: Columns) throws {
        let state: State = try row.named(4)
        self.init(
            endpoint: try row.identifier(0),
            message: try row.identifier(1),
            type: try row.named(2),
            subject: row.text(3),
            state: state,
            queuedAt: row.time(5),
            dueAt: state == .pending ? row.time(6) : nil,
            attempts: row.int(7),
            last: row.isNull(8) ? nil : AttemptReport(row, from: 8)
        )
    }
}

extension AttemptReport {
    static let columns = "a.number, a.at_ms, a.took_ms, a.outcome, a.status, a.detail, a.response"

    init(_ row: Columns, from index: Int32) {
        self.init(
            number: row.int(index),
            at: row.time(index + 1),
            tookMilliseconds: row.int64(index + 2),
            outcome: row.text(index + 3),
            status: row.optionalInt64(index + 4).map(Int.init),
            detail: row.optionalText(index + 5),
            response: row.bytes(index + 6)
        )
    }
}

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
        /// The dead messages.
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
                    let batch = try DeliveryReplay(db, time).queue(request.selection, to: endpoint, after: start)
                    count += batch.count
                    last = batch.last
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
    private static let batchSize = 1_000

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
        find.bind(3, Self.batchSize)
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
            try deliveries.queue(entry.message, to: endpoint.key, ofVisit: entry.visit, dueAt: time.milliseconds)
        }
        return (found.count, rows == Self.batchSize ? last : nil)
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
