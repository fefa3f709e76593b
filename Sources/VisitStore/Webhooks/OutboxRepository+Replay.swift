internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The selection of deliveries to send now; a criterion that is `nil` does not restrict.
package struct ReplayRequest: Hashable, Sendable {
    package var message: MessageID?
    package var endpoint: EndpointKey?
    /// Of messages queued at or after this time.
    package var since: Timestamp?
    /// Of messages queued before this time.
    package var until: Timestamp?
    package var states: Set<State>

    /// Creates a request; without `states` for the usual ones: those that the endpoint did not receive, and of a single
    /// message all.
    ///
    /// Missed messages are among them only where a time is given: without one, a new endpoint would be sent everything that
    /// is stored.
    package init(
        message: MessageID? = nil,
        endpoint: EndpointKey? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        states: Set<State>? = nil
    ) {
        self.message = message
        self.endpoint = endpoint
        self.since = since
        self.until = until
        let usual: Set<State> =
            if message != nil {
                [.scheduled, .waiting, .dead, .delivered]
            } else if since != nil || until != nil {
                [.scheduled, .waiting, .dead, .missed]
            } else {
                [.scheduled, .waiting, .dead]
            }
        self.states = states ?? usual
    }

    /// The states from which a delivery can be sent now, in the order in which they are sent.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Waits for its next attempt after a failed one.
        case scheduled
        /// Waits for the previous message of its visit, which is sent first.
        case waiting
        /// Abandoned after its last attempt.
        case dead
        /// Was never queued for the endpoint, which subscribes to it now.
        case missed
        /// Received by the endpoint; it is sent again.
        case delivered
    }
}

/// The number of deliveries by state.
package struct ReplayCounts: Hashable, Sendable {
    private var counts: [ReplayRequest.State: Int] = [:]
    /// The deliveries that are sent in their turn without a request.
    package internal(set) var due = 0

    package subscript(state: ReplayRequest.State) -> Int {
        get { counts[state] ?? 0 }
        set { counts[state] = newValue }
    }

    package func total(of states: Set<ReplayRequest.State>) -> Int { states.reduce(0) { $0 + self[$1] } }
}

extension OutboxRepository {
    /// Counts the deliveries that match a request, of all states.
    package func replayCounts(_ request: ReplayRequest, at time: Timestamp) throws -> ReplayCounts {
        let endpoints = try endpoints(of: request)
        return try database.read { db in
            var counts = ReplayCounts()
            for endpoint in endpoints {
                let query = DeliveryReplay.countSQL(request, endpoint.key, at: time)
                try PreparedStatement(db, query).forEachRow { row in
                    guard let state = ReplayRequest.State(rawValue: row.text(0)) else {
                        counts.due += row.int(3)
                        return
                    }
                    let isWanted =
                        try state != .missed
                        || endpoint.endpoint.wants(row.named(1), of: row.optionalIdentifier(2))
                    if isWanted { counts[state] += row.int(3) }
                }
            }
            return counts
        }
    }

    /// Sends deliveries of the requested states now, with their original ids and bodies, and returns their number.
    ///
    /// They become due within the limits of their endpoints, those that failed before those that were delivered. Their
    /// tries start at 0, so that they lose none of their regular attempts. A pause that the endpoint has after its own
    /// failures ends.
    package func replay(_ request: ReplayRequest, at time: Timestamp) throws -> ReplayCounts {
        let waiting = try request.states.contains(.waiting) ? replayCounts(request, at: time)[.waiting] : 0
        var counts = ReplayCounts()
        counts[.waiting] = waiting
        for endpoint in try endpoints(of: request) {
            counts[.scheduled] += try hurry(request, endpoint.key, at: time)
            for state in ReplayRequest.State.allCases where request.states.contains(state) {
                guard [.dead, .missed, .delivered].contains(state) else { continue }
                counts[state] += try requeue(state, of: request, to: endpoint, at: time)
            }
        }
        return counts
    }

    /// Makes an endpoint's failed deliveries due that wait for their next attempt, and returns their number.
    ///
    /// For an endpoint that has just proven that it works: its run of failures and its pause end too.
    package func wake(_ endpoint: EndpointKey, at time: Timestamp) throws -> Int {
        let count = try hurry(ReplayRequest(states: [.scheduled]), endpoint, at: time)
        try database.write { db in
            try db.execute(
                literal: """
                    UPDATE webhook_endpoint SET failing_since_ms = NULL, revision = revision + 1
                    WHERE key = \(endpoint.rawValue) AND failing_since_ms IS NOT NULL
                    """
            )
        }
        return count
    }

    private func endpoints(of request: ReplayRequest) throws -> [StoredEndpoint] {
        try EndpointRepository(database: database).all().filter { endpoint in
            request.endpoint.map { $0 == endpoint.key } ?? true
        }
    }

    /// Makes deliveries due that wait for their next attempt: the requested ones, and those that requested ones wait for.
    ///
    /// Returns the number of the former.
    private func hurry(_ request: ReplayRequest, _ endpoint: EndpointKey, at time: Timestamp) throws -> Int {
        var count = 0
        for state in [ReplayRequest.State.scheduled, .waiting] where request.states.contains(state) {
            // Read first, because what fails again meanwhile is scheduled again.
            var messages = try database.read { db in
                try PreparedStatement(db, DeliveryReplay.hurrySQL(state, of: request, endpoint, at: time)).all {
                    $0.int64(0)
                }[...]
            }
            // One transaction per batch, so that no other writer waits for all of them.
            while !messages.isEmpty {
                let batch = messages.prefix(DeliveryReplay.batchSize)
                messages = messages.dropFirst(batch.count)
                let changed = try database.write { try DeliveryReplay.hurry($0, batch, endpoint, at: time) }
                if state == .scheduled { count += changed }
            }
        }
        return count
    }

    private func requeue(
        _ state: ReplayRequest.State,
        of request: ReplayRequest,
        to endpoint: StoredEndpoint,
        at time: Timestamp
    ) throws -> Int {
        var count = 0
        var last: Int64? = .min
        // What is queued stays queued, and a repeated call continues from there.
        while let start = last {
            try database.write { db in
                let batch = try DeliveryReplay.requeue(db, state, of: request, to: endpoint, after: start, at: time)
                count += batch.count
                last = batch.last
            }
        }
        return count
    }
}

/// The statements that make deliveries due, in batches, so that memory use stays constant.
enum DeliveryReplay {
    /// The number of messages per batch.
    static let batchSize = 1_000

    /// A delivery that waits for its next attempt after a failed one.
    private static func isScheduled(at time: Timestamp) -> SQL {
        "d.state = 'pending' AND d.due_ms > \(time.milliseconds) AND d.tries > 0"
    }

    /// The condition on a message.
    private static func condition(_ request: ReplayRequest) -> SQL {
        var conditions: [SQL] = ["1"]
        if let message = request.message { conditions.append("m.id = \(message.text)") }
        if let since = request.since { conditions.append("m.queued_ms >= \(since.milliseconds)") }
        if let until = request.until { conditions.append("m.queued_ms < \(until.milliseconds)") }
        return "\(conditions.joined(operator: .and))"
    }

    /// Returns the query for the number of deliveries by state, type and facility; another state is `pending`.
    static func countSQL(_ request: ReplayRequest, _ endpoint: EndpointKey, at time: Timestamp) -> SQL {
        """
        SELECT CASE WHEN d.state IS NULL THEN 'missed' WHEN \(isScheduled(at: time)) THEN 'scheduled' ELSE d.state END,
            m.type, f.id, count(*)
        FROM webhook_message m
            LEFT JOIN webhook_delivery d ON d.endpoint = \(endpoint.rawValue) AND d.message = m.key
            LEFT JOIN facility f ON f.key = m.facility
        WHERE \(condition(request)) GROUP BY 1, 2, 3
        """
    }

    /// Returns the query for the messages of scheduled deliveries: the requested ones, or those that requested ones wait
    /// for.
    static func hurrySQL(
        _ state: ReplayRequest.State,
        of request: ReplayRequest,
        _ endpoint: EndpointKey,
        at time: Timestamp
    ) -> SQL {
        let scheduled: SQL = """
            SELECT d.message FROM webhook_delivery d INDEXED BY webhook_delivery_due
            WHERE d.endpoint = \(endpoint.rawValue) AND \(isScheduled(at: time))
            """
        let wanted: SQL
        if state == .scheduled {
            wanted = "SELECT 1 FROM webhook_message m WHERE m.key = d.message AND \(condition(request))"
        } else {
            // The first condition on the state is that of the partial index.
            wanted = """
                SELECT 1 FROM webhook_delivery w INDEXED BY webhook_delivery_visit
                    CROSS JOIN webhook_message m ON m.key = w.message
                WHERE w.endpoint = \(endpoint.rawValue) AND w.visit = d.visit AND w.visit IS NOT NULL
                    AND (w.state = 'pending' OR w.state = 'waiting') AND w.state = 'waiting' AND \(condition(request))
                """
        }
        return "\(scheduled) AND EXISTS (\(wanted))"
    }

    /// Makes scheduled deliveries due, ends the pause of their endpoint, and returns their number.
    static func hurry(
        _ db: Database,
        _ messages: some Sequence<Int64>,
        _ endpoint: EndpointKey,
        at time: Timestamp
    ) throws -> Int {
        let update = try PreparedStatement(
            db,
            """
            UPDATE webhook_delivery SET due_ms = ?3, tries = 0
            WHERE endpoint = ?1 AND message = ?2 AND state = 'pending' AND due_ms > ?3 AND tries > 0
            """
        )
        var count = 0
        for message in messages {
            update.bind(1, endpoint.rawValue)
            update.bind(2, message)
            update.bind(3, time.milliseconds)
            try update.run()
            count += db.changesCount
        }
        if count > 0 { try endPause(db, of: endpoint) }
        return count
    }

    /// The worker looks at an endpoint again whose revision has changed.
    private static func endPause(_ db: Database, of endpoint: EndpointKey) throws {
        try db.execute(
            literal: "UPDATE webhook_endpoint SET revision = revision + 1 WHERE key = \(endpoint.rawValue)"
        )
    }

    /// Queues the next batch of finished or missed deliveries; returns the number queued and the last message read, or
    /// `nil` at the end.
    static func requeue(
        _ db: Database,
        _ state: ReplayRequest.State,
        of request: ReplayRequest,
        to endpoint: StoredEndpoint,
        after start: Int64,
        at time: Timestamp
    ) throws -> (count: Int, last: Int64?) {
        var (found, last): ([(message: Int64, visit: Int64?)], Int64?) = ([], nil)
        var rows = 0
        let query = requeueSQL(state, of: request, endpoint.key, after: start)
        try PreparedStatement(db, query).forEachRow { row in
            rows += 1
            last = row.int64(0)
            let isWanted = try state != .missed || endpoint.endpoint.wants(row.named(2), of: row.optionalIdentifier(3))
            if isWanted { found.append((row.int64(0), row.optionalInt64(1))) }
        }
        let deliveries = try DeliveryWriter(db)
        // Those that were delivered come after the others.
        let due = time.milliseconds + (state == .delivered ? 1 : 0)
        for entry in found {
            try deliveries.queue(entry.message, to: endpoint.key, ofVisit: entry.visit, dueAt: due)
        }
        if !found.isEmpty { try endPause(db, of: endpoint.key) }
        return (found.count, rows == batchSize ? last : nil)
    }

    /// Returns the query for key, visit, type and facility of messages, ordered by key.
    static func requeueSQL(
        _ state: ReplayRequest.State,
        of request: ReplayRequest,
        _ endpoint: EndpointKey,
        after start: Int64
    ) -> SQL {
        let columns: SQL = "SELECT m.key, m.visit, m.type, f.id"
        let facility: SQL = "LEFT JOIN facility f ON f.key = m.facility"
        let order: SQL = "ORDER BY m.key LIMIT \(batchSize)"
        switch state {
        case .dead:
            return """
                \(columns) FROM webhook_delivery d INDEXED BY webhook_delivery_dead
                    CROSS JOIN webhook_message m ON m.key = d.message \(facility)
                WHERE d.endpoint = \(endpoint.rawValue) AND d.message > \(start) AND d.state = 'dead'
                    AND \(condition(request))
                ORDER BY d.message LIMIT \(batchSize)
                """
        case .missed:
            return """
                \(columns) FROM webhook_message m \(facility)
                WHERE m.key > \(start) AND \(condition(request)) AND NOT EXISTS (
                    SELECT 1 FROM webhook_delivery d WHERE d.endpoint = \(endpoint.rawValue) AND d.message = m.key
                ) \(order)
                """
        case .scheduled, .waiting, .delivered:
            return """
                \(columns) FROM webhook_message m
                    JOIN webhook_delivery d ON d.endpoint = \(endpoint.rawValue) AND d.message = m.key \(facility)
                WHERE m.key > \(start) AND d.state = \(state.rawValue) AND \(condition(request)) \(order)
                """
        }
    }
}
