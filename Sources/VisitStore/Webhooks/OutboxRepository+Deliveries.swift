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
        if let visit { conditions.append("m.visit = (SELECT key FROM visit WHERE id = \(visit.text))") }
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
