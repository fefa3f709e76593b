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
        try write { db in
            var count = 0
            let endpoints = try EndpointColumns.all(db).filter {
                request.endpoint.map { [key = $0.key] in $0 == key } ?? true
            }
            let replay = try DeliveryReplay(db, time)
            for endpoint in endpoints {
                switch request.selection {
                case .message(let id):
                    count += try replay.run(endpoint, "m.id = ?4 AND d.message IS NOT NULL") { $0.bind(4, id.text) }
                case .dead:
                    count += try replay.run(endpoint, "d.state = 'dead'") { _ in }
                case .since(let start):
                    count += try replay.run(endpoint, "m.queued_ms >= ?4") { $0.bind(4, start.milliseconds) }
                }
            }
            return count
        }
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

    func run(_ endpoint: StoredEndpoint, _ condition: String, _ bind: (PreparedStatement) -> Void) throws -> Int {
        let find = try PreparedStatement(
            db,
            """
            SELECT m.key, m.visit, m.type, f.id, d.message IS NOT NULL
            FROM webhook_message m
                LEFT JOIN webhook_delivery d ON d.message = m.key AND d.endpoint = ?1
                LEFT JOIN facility f ON f.key = m.facility
            WHERE m.key > ?2 AND coalesce(d.state, 'dead') IN ('delivered', 'dead') AND \(condition)
            ORDER BY m.key LIMIT ?3
            """
        )
        var (count, last) = (0, Int64.min)
        while true {
            var found: [(message: Int64, visit: Int64?, isWanted: Bool)] = []
            find.bind(1, endpoint.key.rawValue)
            find.bind(2, last)
            find.bind(3, Self.stretch)
            bind(find)
            try find.forEachRow { row in
                let isWanted = endpoint.endpoint.wants(try row.named(2), of: try row.optionalIdentifier(3))
                found.append((row.int64(0), row.optionalInt64(1), row.int64(4) == 1 || isWanted))
            }
            for entry in found where entry.isWanted {
                try deliveries.queue(
                    entry.message,
                    to: endpoint.key,
                    ofVisit: entry.visit,
                    dueAt: time.milliseconds
                )
                count += 1
            }
            guard let end = found.last, found.count == Self.stretch else { return count }
            last = end.message
        }
    }
}
