internal import GRDB

/// Puts messages on their way to endpoints, those of one visit behind each other.
struct DeliveryWriter {
    private let insert: PreparedStatement
    private let promote: PreparedStatement

    /// What is not finished of a visit, by the index made for that.
    ///
    /// Named outright: without statistics SQLite would rather walk along all deliveries of the endpoint.
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

    /// Queues a message: to be sent at a time, or behind what is not finished of its visit.
    func queue(_ message: Int64, to endpoint: EndpointKey, ofVisit visit: Int64?, dueAt milliseconds: Int64) throws {
        insert.bind(1, endpoint.rawValue)
        insert.bind(2, visit)
        insert.bind(3, message)
        insert.bind(4, milliseconds)
        try insert.run()
    }

    /// Lets the next message of a visit go, where there is one and none is before it.
    func promoteNext(ofVisit visit: Int64, at endpoint: EndpointKey, dueAt milliseconds: Int64) throws {
        promote.bind(1, endpoint.rawValue)
        promote.bind(2, visit)
        promote.bind(3, milliseconds)
        try promote.run()
    }
}
