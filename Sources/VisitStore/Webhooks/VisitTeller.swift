internal import GRDB
internal import VisitModel

/// Tells of visits, each between how it was and how it is written.
struct VisitTeller {
    private let outbox: OutboxWriter
    private let find: PreparedStatement
    private let number: PreparedStatement
    private let count: PreparedStatement
    /// The readings that told of a step, by visit and kind of event.
    private let locations: [Step: GeofenceEvent.Location]

    /// A step of a visit.
    private struct Step: Hashable {
        let visit: VisitID
        let kind: String
    }

    init(_ db: Database, _ outbox: OutboxWriter, _ batch: [DeviceCommit]) throws {
        self.outbox = outbox
        self.find = try PreparedStatement(
            db,
            "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables) WHERE v.id = ?"
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
            for event in batch.lazy.flatMap(\.events) {
                guard let visit = event.kind.visit, let location = event.location else { continue }
                locations[Step(visit: visit, kind: event.kind.name)] = location
            }
        }
        self.locations = locations
    }

    /// A visit as it is stored until now.
    func before(_ id: VisitID) throws -> Visit? {
        find.bind(1, id.text)
        return try find.first { try VisitColumns.visit($0) }
    }

    /// Tells what became of a visit, once it is written.
    func tell(before: Visit?, after: Visit) throws {
        for news in outbox.telling.composer.news(before, after) where outbox.isWanted(news, of: after) {
            number.bind(1, after.id.text)
            let numbered = try number.first { row in
                (sequence: row.int(0), key: row.int64(1), facility: row.int64(2), name: row.text(3))
            }
            guard let numbered else { continue }
            count.bind(1, after.month.description)
            count.bind(2, after.member.text)
            count.bind(3, numbered.facility)
            let counts = try count.first { (all: $0.int(0), here: $0.int(1)) } ?? (all: 0, here: 0)
            let message = WebhookMessage(
                id: MessageID.of(news.type, after.id.text, number: Int64(numbered.sequence)),
                type: news.type,
                occurredAt: news.occurredAt ?? outbox.telling.time,
                content: .visit(
                    VisitMessage(
                        visit: after,
                        news: news,
                        sequence: numbered.sequence,
                        facilityName: numbered.name,
                        monthCount: counts.all,
                        monthCountAtFacility: counts.here,
                        observedAt: outbox.telling.time,
                        location: news.type.eventKind.flatMap { locations[Step(visit: after.id, kind: $0)] }
                    )
                )
            )
            try outbox.queue(message, subject: after.id.text, visit: numbered.key, facility: numbered.facility)
        }
    }
}

extension MessageType {
    /// The kind of event that a step of a visit is told by.
    fileprivate var eventKind: String? {
        switch self {
        case .visitEntered: "Entered"
        case .visitDwelled: "Dwell"
        case .visitExited: "Exited"
        default: nil
        }
    }
}
