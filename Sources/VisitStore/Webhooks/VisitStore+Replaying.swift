internal import GRDB
public import VisitModel

/// Which messages are sent again.
public struct ReplayRequest: Hashable, Sendable {
    /// Which messages.
    public var selection: Selection
    /// Only to this endpoint; `nil` for every one.
    public var endpoint: EndpointKey?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - selection: which messages.
    ///   - endpoint: only to this endpoint.
    public init(_ selection: Selection, to endpoint: EndpointKey? = nil) {
        self.selection = selection
        self.endpoint = endpoint
    }

    /// Which messages.
    public enum Selection: Hashable, Sendable {
        /// One, to the endpoints it went to.
        case message(MessageID)
        /// Those queued at or after a time, to whoever wants them now, even where they did not go then.
        case since(Timestamp)
        /// Those that were given up.
        case dead
    }
}

extension VisitStore {
    /// Queues messages anew, with their names and bytes as they were; their tries are counted from the beginning.
    ///
    /// What is on its way already stays as it is.
    ///
    /// - Parameters:
    ///   - request: which messages, and to whom.
    ///   - time: now.
    /// - Returns: how many were queued.
    /// - Throws: `VisitStoreError`.
    public func replay(_ request: ReplayRequest, at time: Timestamp) throws -> Int {
        let endpoints = try endpoints().filter { [wanted = request.endpoint] in wanted == nil || $0.key == wanted }
        var count = 0
        for endpoint in endpoints {
            var last: Int64? = .min
            // A transaction for each stretch, so that nobody waits for all of them: what is queued stays queued, and to ask
            // again goes on from there.
            while let start = last {
                try write { db in
                    let stretch = try DeliveryReplay(db, time).queue(request.selection, to: endpoint, after: start)
                    count += stretch.count
                    last = stretch.last
                }
            }
        }
        return count
    }
}

/// Queues messages of an endpoint anew, in their order, a stretch at a time so that memory does not grow with them.
struct DeliveryReplay {
    private let db: Database
    private let time: Timestamp
    private let deliveries: DeliveryWriter

    /// How many messages are read before they are queued.
    private static let stretch = 1_000

    init(_ db: Database, _ time: Timestamp) throws {
        self.db = db
        self.time = time
        self.deliveries = try DeliveryWriter(db)
    }

    /// Queues the next stretch.
    ///
    /// - Returns: how many were queued, and where the next stretch begins; `nil` at the end.
    func queue(
        _ selection: ReplayRequest.Selection,
        to endpoint: StoredEndpoint,
        after start: Int64
    ) throws -> (count: Int, last: Int64?) {
        let find = try PreparedStatement(db, Self.sql(selection))
        find.bind(1, endpoint.key.rawValue)
        find.bind(2, start)
        find.bind(3, Self.stretch)
        switch selection {
        case .message(let id): find.bind(4, id.text)
        case .since(let time): find.bind(4, time.milliseconds)
        case .dead: break
        }
        var (found, last): ([(message: Int64, visit: Int64?)], Int64?) = ([], nil)
        var rows = 0
        try find.forEachRow { row in
            rows += 1
            last = row.int64(0)
            // What never went there goes where it is wanted now.
            let isWanted =
                row.int64(4) == 1
                ? true : endpoint.endpoint.wants(try row.named(2), of: try row.optionalIdentifier(3))
            if isWanted { found.append((row.int64(0), row.optionalInt64(1))) }
        }
        for entry in found {
            try deliveries.queue(
                entry.message,
                to: endpoint.key,
                ofVisit: entry.visit,
                dueAt: time.milliseconds
            )
        }
        return (found.count, rows == Self.stretch ? last : nil)
    }

    /// What answers key, visit, type and facility of messages, and whether they went to the endpoint before, by key.
    static func sql(_ selection: ReplayRequest.Selection) -> String {
        let columns = "SELECT m.key, m.visit, m.type, f.id, d.message IS NOT NULL"
        let facility = "LEFT JOIN facility f ON f.key = m.facility"
        let all = """
            \(columns) FROM webhook_message m
                LEFT JOIN webhook_delivery d ON d.endpoint = ?1 AND d.message = m.key \(facility)
            WHERE m.key > ?2 AND coalesce(d.state, 'dead') IN ('delivered', 'dead')
            """
        switch selection {
        case .message: return "\(all) AND m.id = ?4 AND d.message IS NOT NULL ORDER BY m.key LIMIT ?3"
        case .since: return "\(all) AND m.queued_ms >= ?4 ORDER BY m.key LIMIT ?3"
        case .dead:
            return """
                \(columns) FROM webhook_delivery d INDEXED BY webhook_delivery_dead
                    CROSS JOIN webhook_message m ON m.key = d.message \(facility)
                WHERE d.endpoint = ?1 AND d.message > ?2 AND d.state = 'dead' ORDER BY d.message LIMIT ?3
                """
        }
    }
}
