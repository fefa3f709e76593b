internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Queues messages about the difference between a visit and what its messages say, or collects the difference.
struct OutboxPublisher {
    private let outbox: OutboxWriter
    private let collection: CollectedChanges
    private let find: PreparedStatement
    private let number: PreparedStatement
    private let count: PreparedStatement
    private let fix: PreparedStatement

    /// The stored version of a visit before it is written.
    struct Before {
        /// `nil` for a new visit.
        let visit: Visit?
        let state: PublishedState
    }

    init(_ db: Database, _ outbox: OutboxWriter) throws {
        self.outbox = outbox
        self.collection = try CollectedChanges(db)
        self.find = try PreparedStatement(
            db,
            """
            SELECT \(VisitColumns.names), \(PublishedState.columns)
            FROM \(VisitColumns.tables) LEFT JOIN collected_change c ON c.visit = v.key WHERE v.id = ?
            """
        )
        self.number = try PreparedStatement(
            db,
            """
            UPDATE visit SET messages = messages + 1, published = published | ?2 WHERE id = ?1
            RETURNING messages, key, facility, (SELECT name FROM facility f WHERE f.key = visit.facility)
            """
        )
        self.count = try PreparedStatement(
            db,
            """
            SELECT count(*), coalesce(sum(facility = ?3), 0) FROM visit
            WHERE month = ?1 AND verdict = 'counted' AND member = (SELECT key FROM member WHERE id = ?2)
            """
        )
        self.fix = try PreparedStatement(
            db,
            """
            SELECT \(EventColumns.locationNames) FROM event e
            WHERE e.visit_id = ?1 AND e.kind = ?2 AND e.device = (SELECT key FROM device WHERE id = ?3)
                AND e.latitude IS NOT NULL
            ORDER BY abs(e.occurred_ms - ?4), e.trigger_ms DESC LIMIT 1
            """
        )
    }

    func before(_ id: VisitID) throws -> Before {
        find.bind(1, id.text)
        let found = try find.first { row in
            let visit = try VisitColumns.visit(row)
            return Before(visit: visit, state: try PublishedState(row, of: visit))
        }
        return found ?? Before(visit: nil, state: PublishedState())
    }

    /// Queues or collects messages about a visit, after it and all visits counted with it are written.
    ///
    /// `commit` is the commit that has the visit; `nil` for the decision of a person, which is never collected.
    func publish(_ before: Before, after: Visit, _ commit: DeviceCommit?) throws {
        let composer = outbox.publishing.composer
        let isCollected = before.state.collectedSince != nil
        // More proof alone is no change that prolongs the wait.
        if isCollected, before.visit?.facts == after.facts { return }
        let changes = composer.changes(before.state.published, after)
        guard !changes.isEmpty else {
            if isCollected {
                // The visit is again as its messages say.
                try collection.discard(after.id)
            } else if before.visit == nil {
                try collection.reportFromEntry(after.id)
            }
            return
        }
        if let commit, outbox.publishing.collects {
            let collected = isCollected ? before.visit.map { composer.changes(before.state.published, $0) } : nil
            let isProvisional = composer.areProvisional(changes, collected ?? [], commit.lateness(of: after))
            if try isProvisional && collection.add(after.id, before.state, at: outbox.publishing.time) { return }
        }
        if isCollected { try collection.discard(after.id) }
        try queue(changes, of: after, observedAt: outbox.publishing.time)
    }

    /// Queues messages about changes of a visit that were collected, the last of them detected at a time.
    func publishCollected(_ state: PublishedState, after: Visit, changedAt: Timestamp) throws {
        try collection.discard(after.id)
        try queue(outbox.publishing.composer.changes(state.published, after), of: after, observedAt: changedAt)
    }

    /// Queues a message for each change.
    ///
    /// A message without a subscriber also gets a sequence number, because later steps depend on whether it was
    /// reported.
    private func queue(_ changes: [VisitChange], of after: Visit, observedAt: Timestamp) throws {
        var monthCounts: (all: Int, here: Int)?
        for change in changes {
            let marks = PublishedState.entryMark | (change.type == .visitExited ? PublishedState.exitMark : 0)
            number.bind(1, after.id.text)
            number.bind(2, marks)
            let numbered = try number.first { row in
                (sequence: row.int(0), key: row.int64(1), facility: row.int64(2), name: row.text(3))
            }
            guard let numbered, outbox.isWanted(change.type, of: after.facility) else { continue }
            let counts = try monthCounts ?? visitCounts(inMonthOf: after, at: numbered.facility)
            monthCounts = counts
            let message = WebhookMessage(
                id: MessageID.of(change.type, after.id.text, number: Int64(numbered.sequence)),
                type: change.type,
                occurredAt: change.occurredAt ?? observedAt,
                content: .visit(
                    VisitMessage(
                        visit: after,
                        change: change,
                        sequence: numbered.sequence,
                        facilityName: numbered.name,
                        monthCount: counts.all,
                        monthCountAtFacility: counts.here,
                        observedAt: observedAt,
                        location: try location(of: change, after)
                    )
                )
            )
            try outbox.queue(message, subject: after.id.text, visit: numbered.key, facility: numbered.facility)
        }
    }

    /// Counts the member's visits in the month of a visit, at all facilities and at one.
    private func visitCounts(inMonthOf visit: Visit, at facility: Int64) throws -> (all: Int, here: Int) {
        count.bind(1, visit.month.description)
        count.bind(2, visit.member.text)
        count.bind(3, facility)
        return try count.first { (all: $0.int(0), here: $0.int(1)) } ?? (all: 0, here: 0)
    }

    /// Returns the location of the fix of the visit's own phone that triggered a step.
    private func location(of change: VisitChange, _ visit: Visit) throws -> GeofenceEvent.Location? {
        guard outbox.includesLocation, let kind = change.type.eventKind, let time = change.occurredAt,
            let device = visit.device
        else { return nil }
        fix.bind(1, visit.id.text)
        fix.bind(2, kind)
        fix.bind(3, device.text)
        fix.bind(4, time.milliseconds)
        return try fix.first { try EventColumns.location($0, from: 0) } ?? nil
    }
}

extension DeviceCommit {
    /// How late this commit's change of a visit became known.
    fileprivate func lateness(of visit: Visit) -> ChangeLateness {
        var seconds = 0.0
        if let end = visit.exitedAt {
            for event in events {
                guard case .exited(_, visit: visit.id) = event.kind else { continue }
                seconds = max(seconds, end.seconds(to: event.inputAt))
            }
        }
        return ChangeLateness(inputSeconds: lateSeconds, endSeconds: seconds)
    }
}

extension MessageType {
    fileprivate var eventKind: String? {
        switch self {
        case .visitEntered: "Entered"
        case .visitDwelled: "Dwell"
        case .visitExited: "Exited"
        default: nil
        }
    }
}

extension OutboxRepository {
    /// Makes the messages of collected changes that are due, longest due first, and returns the number of visits.
    ///
    /// It is less than `limit` when no more are due. The limit keeps other writers from waiting long.
    package func publishCollected(_ publishing: OutboxSettings, limit: Int) throws -> Int {
        try database.write { db in
            guard let outbox = try OutboxWriter(db, publishing) else {
                try CollectedChanges.discardAll(db)
                return 0
            }
            let publisher = try OutboxPublisher(db, outbox)
            let due = try CollectedChanges.due(db, at: publishing.time, limit: limit)
            for entry in due {
                try publisher.publishCollected(entry.state, after: entry.visit, changedAt: entry.changedAt)
            }
            return due.count
        }
    }

    /// The number of visits with collected changes, which no message is made of yet.
    package func collectedCount() throws -> Int {
        try database.read { db in
            try PreparedStatement(db, "SELECT count(*) FROM collected_change").first { $0.int(0) } ?? 0
        }
    }
}
