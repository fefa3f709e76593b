internal import GRDB
internal import VisitModel

/// The place of a delivery among all deliveries: the message's key, and the endpoint's.
public struct DeliveryCursor: Hashable, Sendable {
    /// The message's key.
    public let message: Int64
    /// The endpoint's key.
    public let endpoint: Int64

    /// Makes a place, for instance of what a caller handed back.
    ///
    /// - Parameters:
    ///   - message: the message's key.
    ///   - endpoint: the endpoint's key.
    public init(message: Int64, endpoint: Int64) {
        self.message = message
        self.endpoint = endpoint
    }
}

/// Some of the deliveries that pass a filter, and where the next ones are.
public struct DeliveryPage: Hashable, Sendable {
    /// The deliveries, the latest message first.
    public let deliveries: [DeliveryReport]
    /// The filter's `after` for the next page; `nil` when this is the last one.
    public let next: DeliveryCursor?
}

extension VisitStore {
    /// A page of the deliveries that pass a filter, the latest message first.
    ///
    /// - Parameters:
    ///   - filter: which, and behind which place.
    ///   - size: at most so many; the filter's limit does not matter.
    /// - Returns: the deliveries, and where the next page begins.
    /// - Throws: `VisitStoreError`.
    public func deliveryPage(_ filter: DeliveryFilter = DeliveryFilter(), size: Int) throws -> DeliveryPage {
        var filter = filter
        filter.limit = size + 1
        return try read { db in
            var deliveries: [DeliveryReport] = []
            var (last, next): (DeliveryCursor?, DeliveryCursor?) = (nil, nil)
            try PreparedStatement(db, filter.request).forEachRow { row in
                guard deliveries.count < size else {
                    next = last
                    return
                }
                deliveries.append(try DeliveryReport(row))
                last = DeliveryCursor(
                    message: row.int64(DeliveryReport.columnCount),
                    endpoint: row.int64(DeliveryReport.columnCount + 1)
                )
            }
            return DeliveryPage(deliveries: deliveries, next: next)
        }
    }
}

extension DeliveryFilter {
    /// What answers the deliveries: their columns, and those of their place.
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
    /// How many columns a report is read from; those of its place come behind them.
    static let columnCount: Int32 = 15

    /// Reads a report from a row of a filter's request.
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
    /// The columns that a try is read from.
    static let columns = "a.number, a.at_ms, a.took_ms, a.outcome, a.status, a.detail, a.response"

    /// Reads a try from a row.
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
