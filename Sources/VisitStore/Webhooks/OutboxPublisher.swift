internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Queues messages about the difference between the stored and the new version of a visit.
struct OutboxPublisher {
    private let outbox: OutboxWriter
    private let find: PreparedStatement
    private let number: PreparedStatement
    private let count: PreparedStatement
    private let keys: KeyFinder
    /// The locations of the fixes that triggered a step.
    private let locations: [Step: GeofenceEvent.Location]

    /// A step of a visit, as recorded by one phone.
    private struct Step: Hashable {
        let visit: VisitID
        let kind: String
        let device: Int64
    }

    /// The stored version of a visit before it is written.
    struct Before {
        let visit: Visit?
        /// Whether any message about the visit was reported before.
        let wasPublished: Bool
    }

    init(_ db: Database, _ outbox: OutboxWriter, _ keys: KeyFinder, _ batch: [DeviceCommit]) throws {
        self.outbox = outbox
        self.keys = keys
        self.find = try PreparedStatement(
            db,
            "SELECT \(VisitColumns.names), v.messages FROM \(VisitColumns.tables) WHERE v.id = ?"
        )
        self.number = try PreparedStatement(
            db,
            """
            UPDATE visit SET messages = messages + 1 WHERE id = ?
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
        var locations: [Step: GeofenceEvent.Location] = [:]
        if outbox.includesLocation {
            for commit in batch {
                for event in commit.events {
                    guard let visit = event.kind.visit, let location = event.location else { continue }
                    locations[Step(visit: visit, kind: event.kind.name, device: commit.device.rawValue)] = location
                }
            }
        }
        self.locations = locations
    }

    func before(_ id: VisitID) throws -> Before {
        find.bind(1, id.text)
        let found = try find.first { (visit: try VisitColumns.visit($0), messages: $0.int(VisitColumns.count)) }
        return Before(visit: found?.visit, wasPublished: (found?.messages ?? 0) > 0)
    }

    /// Queues messages about a visit, after it and all visits counted with it are written.
    ///
    /// A message without a subscriber also gets a sequence number, because later steps depend on whether it was
    /// reported.
    func publish(_ before: Before, after: Visit) throws {
        var monthCounts: (all: Int, here: Int)?
        for change in outbox.publishing.composer.changes(before.visit, after, before.wasPublished) {
            number.bind(1, after.id.text)
            let numbered = try number.first { row in
                (sequence: row.int(0), key: row.int64(1), facility: row.int64(2), name: row.text(3))
            }
            guard let numbered, outbox.isWanted(change.type, of: after.facility) else { continue }
            let counts = try monthCounts ?? visitCounts(inMonthOf: after, at: numbered.facility)
            monthCounts = counts
            let message = WebhookMessage(
                id: MessageID.of(change.type, after.id.text, number: Int64(numbered.sequence)),
                type: change.type,
                occurredAt: change.occurredAt ?? outbox.publishing.time,
                content: .visit(
                    VisitMessage(
                        visit: after,
                        change: change,
                        sequence: numbered.sequence,
                        facilityName: numbered.name,
                        monthCount: counts.all,
                        monthCountAtFacility: counts.here,
                        observedAt: outbox.publishing.time,
                        location: try location(change.type, of: after)
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
    private func location(_ type: MessageType, of visit: Visit) throws -> GeofenceEvent.Location? {
        guard !locations.isEmpty, let kind = type.eventKind else { return nil }
        return locations[Step(visit: visit.id, kind: kind, device: try keys.key(of: visit.device))]
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
