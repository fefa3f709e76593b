internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Deletes abandoned messages and the records of their attempts.
    ///
    /// - Parameters:
    ///   - endpoint: only messages to this endpoint; `nil` for every one.
    ///   - time: only messages abandoned before this time; `nil` for all.
    /// - Returns: the number of deleted deliveries.
    /// - Throws: `StorageError`.
    package func purgeDead(of endpoint: EndpointKey? = nil, before time: Timestamp? = nil) throws -> Int {
        try purge(
            """
            SELECT endpoint, message FROM webhook_delivery
            WHERE state = 'dead' AND (\(endpoint?.rawValue) IS NULL OR endpoint = \(endpoint?.rawValue))
                AND (\(time?.milliseconds) IS NULL OR due_ms < \(time?.milliseconds))
            """
        )
    }

    /// Deletes the selected deliveries in batches of `DeliveryPurge.stretch`, one transaction each, so that no other
    /// writer waits long.
    func purge(_ selection: SQL) throws -> Int {
        var count = 0
        while true {
            let removed = try write { try DeliveryPurge.remove($0, "\(selection) LIMIT \(DeliveryPurge.stretch)") }
            count += removed
            if removed < DeliveryPurge.stretch { return count }
        }
    }

    /// Deletes a batch of messages that were delivered before a time.
    ///
    /// - Parameters:
    ///   - time: messages delivered before this time are deleted.
    ///   - limit: the maximum number of deliveries per call, so that other writers need not wait long.
    /// - Returns: the number of deleted deliveries; less than `limit` when none are left.
    /// - Throws: `StorageError`.
    package func forgetDelivered(before time: Timestamp, limit: Int) throws -> Int {
        // Called every second, nearly always with nothing to delete: a read avoids an empty write transaction.
        let isAny = try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT 1 FROM webhook_delivery WHERE state = 'delivered' AND due_ms < ? LIMIT 1"
            )
            find.bind(1, time.milliseconds)
            return try find.first { _ in true } ?? false
        }
        guard isAny else { return 0 }
        return try write { db in
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

/// Deletes deliveries, and messages that have no delivery left.
enum DeliveryPurge {
    /// The number of deliveries deleted in one transaction.
    static let stretch = 5_000

    /// Deletes the deliveries selected by a query for endpoint and message.
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
