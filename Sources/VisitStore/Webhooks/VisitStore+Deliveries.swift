internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Calls a closure with each delivery that matches a filter, newest first.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - body: called with each delivery; it must not use the store. An error that it throws ends the iteration.
    /// - Throws: `StorageError`, and any error of `body`.
    package func eachDelivery(
        _ filter: DeliveryFilter = DeliveryFilter(),
        _ body: (DeliveryReport) throws -> Void
    ) throws {
        try read { db in
            try PreparedStatement(db, filter.request).forEachRow { try body(DeliveryReport($0)) }
        }
    }

    /// Returns the delivery attempts of a message to all endpoints, ordered by endpoint and attempt number.
    package func attempts(of message: MessageID) throws -> [(endpoint: EndpointID, attempt: AttemptReport)] {
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

    /// Returns the body of a message without locations; `nil` where there is no such message.
    package func body(of message: MessageID) throws -> [UInt8]? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT body FROM webhook_message WHERE id = ?")
            find.bind(1, message.text)
            return try find.first { $0.bytes(0) }
        }
    }
}
