internal import GRDB
internal import SQLiteStorage

/// A cheap change marker of the webhook outbox.
///
/// Two equal marks mean that no message was queued and no endpoint changed in between. The replay of an old message
/// does not change the mark.
package struct OutboxMark: Hashable, Sendable {
    let lastMessage: Int64
    let endpointRevisions: Int64
    let endpointCount: Int64
}

extension VisitStore {
    /// Returns the current mark of the outbox.
    package func outboxMark() throws -> OutboxMark {
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
