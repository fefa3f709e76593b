internal import GRDB
internal import SQLiteStorage

/// Queues messages for endpoints; messages of one visit are delivered in order.
struct DeliveryWriter {
    private let insert: PreparedStatement
    private let promote: PreparedStatement

    /// The index is named, because without statistics SQLite would scan all deliveries of the endpoint.
    private static let unfinishedOfVisit = """
        FROM webhook_delivery INDEXED BY webhook_delivery_visit
        WHERE endpoint = ?1 AND visit = ?2 AND visit IS NOT NULL AND (state = 'pending' OR state = 'waiting')
        """

    init(_ db: Database) throws {
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO webhook_delivery (endpoint, visit, message, state, due_ms, tries, attempts)
            VALUES (?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 \(Self.unfinishedOfVisit)) THEN 'waiting' ELSE 'pending' END,
                ?4, 0, 0)
            ON CONFLICT (endpoint, message) DO UPDATE SET state = excluded.state, due_ms = excluded.due_ms, tries = 0
            """
        )
        self.promote = try PreparedStatement(
            db,
            """
            UPDATE webhook_delivery SET state = 'pending', due_ms = ?3
            WHERE endpoint = ?1 AND message = (SELECT min(message) \(Self.unfinishedOfVisit)) AND state = 'waiting'
            """
        )
    }

    /// Queues a message for a time, or behind the unfinished messages of its visit.
    ///
    /// A delivery that exists already is queued again, with its tries reset to 0.
    func queue(_ message: Int64, to endpoint: EndpointKey, ofVisit visit: Int64?, dueAt milliseconds: Int64) throws {
        insert.bind(1, endpoint.rawValue)
        insert.bind(2, visit)
        insert.bind(3, message)
        insert.bind(4, milliseconds)
        try insert.run()
    }

    /// Makes the first unfinished message of a visit due, if it is waiting.
    func promoteNext(ofVisit visit: Int64, at endpoint: EndpointKey, dueAt milliseconds: Int64) throws {
        promote.bind(1, endpoint.rawValue)
        promote.bind(2, visit)
        promote.bind(3, milliseconds)
        try promote.run()
    }
}
