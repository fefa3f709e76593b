internal import GRDB
public import VisitModel

extension VisitStore {
    /// Hands over the deliveries that pass a filter one by one, the latest first.
    ///
    /// - Parameters:
    ///   - filter: which.
    ///   - body: takes each, and must not use the store; what it throws ends the report.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachDelivery(
        _ filter: DeliveryFilter = DeliveryFilter(),
        _ body: (DeliveryReport) throws -> Void
    ) throws {
        var conditions: [SQL] = []
        if let endpoint = filter.endpoint { conditions.append("e.id = \(endpoint.text)") }
        if let message = filter.message { conditions.append("m.id = \(message.text)") }
        if !filter.states.isEmpty {
            let states = filter.states.map { "d.state = '\($0.rawValue)'" }.sorted().joined(separator: " OR ")
            conditions.append("(\(sql: states))")
        }
        if let since = filter.since { conditions.append("m.queued_ms >= \(since.milliseconds)") }
        let request: SQL = """
            SELECT e.id, m.id, m.type, m.subject, d.state, m.queued_ms, d.due_ms, d.attempts, \(sql: Self.attemptColumns)
            FROM webhook_delivery d JOIN webhook_message m ON m.key = d.message
                JOIN webhook_endpoint e ON e.key = d.endpoint
                LEFT JOIN webhook_attempt a ON a.endpoint = d.endpoint AND a.message = d.message
                    AND a.number = d.attempts
            WHERE \(conditions.joined(operator: .and))
            ORDER BY d.message DESC, d.endpoint LIMIT \(filter.limit ?? -1)
            """
        try read { db in
            try PreparedStatement(db, request).forEachRow { row in
                let state: DeliveryReport.State = try row.named(4)
                try body(
                    DeliveryReport(
                        endpoint: try row.identifier(0),
                        message: try row.identifier(1),
                        type: try row.named(2),
                        subject: row.text(3),
                        state: state,
                        queuedAt: row.time(5),
                        dueAt: state == .pending ? row.time(6) : nil,
                        attempts: row.int(7),
                        last: row.isNull(8) ? nil : Self.attempt(row, from: 8)
                    )
                )
            }
        }
    }

    /// How every try to deliver a message went, to whichever endpoint.
    ///
    /// - Parameter message: which message.
    /// - Returns: the tries by endpoint, in their order.
    /// - Throws: `VisitStoreError`.
    public func attempts(of message: MessageID) throws -> [(endpoint: EndpointID, attempt: AttemptReport)] {
        try read { db in
            var attempts: [(endpoint: EndpointID, attempt: AttemptReport)] = []
            let statement = try PreparedStatement(
                db,
                """
                SELECT e.id, \(Self.attemptColumns)
                FROM webhook_message m JOIN webhook_delivery d ON d.message = m.key
                    JOIN webhook_attempt a ON a.endpoint = d.endpoint AND a.message = d.message
                    JOIN webhook_endpoint e ON e.key = d.endpoint
                WHERE m.id = ? ORDER BY a.endpoint, a.number
                """
            )
            statement.bind(1, message.text)
            try statement.forEachRow { attempts.append((try $0.identifier(0), Self.attempt($0, from: 1))) }
            return attempts
        }
    }

    /// The bytes of a message, as it is sent to endpoints that are not told where phones were.
    ///
    /// - Parameter message: which message.
    /// - Returns: the body; `nil` where there is no such message.
    /// - Throws: `VisitStoreError`.
    public func body(of message: MessageID) throws -> [UInt8]? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT body FROM webhook_message WHERE id = ?")
            find.bind(1, message.text)
            return try find.first { $0.bytes(0) }
        }
    }

    private static let attemptColumns = """
        a.number, a.at_ms, a.took_ms, a.outcome, a.status, a.detail, a.response
        """

    private static func attempt(_ row: Columns, from index: Int32) -> AttemptReport {
        AttemptReport(
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
