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
        try read { db in
            try PreparedStatement(db, filter.request).forEachRow { try body(DeliveryReport($0)) }
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
                SELECT e.id, \(AttemptReport.columns)
                FROM webhook_message m JOIN webhook_delivery d ON d.message = m.key
                    JOIN webhook_attempt a ON a.endpoint = d.endpoint AND a.message = d.message
                    JOIN webhook_endpoint e ON e.key = d.endpoint
                WHERE m.id = ? ORDER BY a.endpoint, a.number
                """
            )
            statement.bind(1, message.text)
            try statement.forEachRow { attempts.append((try $0.identifier(0), AttemptReport($0, from: 1))) }
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
}
