internal import GRDB

/// Tells cheaply whether there may be something new to send.
///
/// Two marks that are equal mean that no message was queued and no endpoint changed in between. That an old message is
/// sent again does not show.
public struct OutboxMark: Hashable, Sendable {
    let lastMessage: Int64
    let endpointRevisions: Int64
    let endpointCount: Int64
}

extension VisitStore {
    /// The mark of what is to be sent.
    ///
    /// - Returns: the mark of now.
    /// - Throws: `VisitStoreError`.
    public func outboxMark() throws -> OutboxMark {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT coalesce((SELECT max(key) FROM webhook_message), 0), coalesce(sum(revision), 0), count(*)
                FROM webhook_endpoint
                """
            )
            let mark = try statement.first { row in
                OutboxMark(lastMessage: row.int64(0), endpointRevisions: row.int64(1), endpointCount: row.int64(2))
            }
            return mark ?? OutboxMark(lastMessage: 0, endpointRevisions: 0, endpointCount: 0)
        }
    }
}
