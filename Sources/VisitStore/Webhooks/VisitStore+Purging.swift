internal import GRDB
public import VisitModel

extension VisitStore {
    /// Forgets messages that were given up, with the notes on their tries.
    ///
    /// - Parameters:
    ///   - endpoint: only of this endpoint; `nil` for every one.
    ///   - time: only those that were given up before; `nil` for all.
    /// - Returns: how many were forgotten.
    /// - Throws: `VisitStoreError`.
    public func purgeDead(of endpoint: EndpointKey? = nil, before time: Timestamp? = nil) throws -> Int {
        try purge(
            """
            SELECT endpoint, message FROM webhook_delivery
            WHERE state = 'dead' AND (\(endpoint?.rawValue) IS NULL OR endpoint = \(endpoint?.rawValue))
                AND (\(time?.milliseconds) IS NULL OR due_ms < \(time?.milliseconds))
            """
        )
    }

    /// Forgets what a selection answers, a transaction for each stretch, so that nobody waits for all of it.
    func purge(_ selection: SQL) throws -> Int {
        var count = 0
        while true {
            let removed = try write { try DeliveryPurge.remove($0, "\(selection) LIMIT \(DeliveryPurge.stretch)") }
            count += removed
            if removed < DeliveryPurge.stretch { return count }
        }
    }

    /// Forgets some of the messages that were delivered long ago.
    ///
    /// - Parameters:
    ///   - time: those that were delivered before.
    ///   - limit: at most so many at once, so that others need not wait for long.
    /// - Returns: how many were forgotten; less than `limit` when none are left.
    /// - Throws: `VisitStoreError`.
    public func forgetDelivered(before time: Timestamp, limit: Int) throws -> Int {
        // Asked every second, and nearly always for nothing: nobody should wait for a transaction that writes nothing.
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

/// Takes deliveries away, and messages with the last of theirs.
enum DeliveryPurge {
    /// How many are taken away in one transaction.
    static let stretch = 5_000

    /// Takes away the deliveries of which a selection answers endpoint and message.
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
