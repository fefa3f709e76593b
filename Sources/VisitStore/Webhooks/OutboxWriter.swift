internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// Queues messages for the subscribed endpoints, in the transaction that writes what they report.
struct OutboxWriter {
    let publishing: OutboxSettings
    /// The types of device messages outside of visits that at least one endpoint subscribes to.
    let wantedOfDevices: Set<MessageType>
    private let endpoints: [StoredEndpoint]
    private let insertMessage: PreparedStatement
    private let deliveries: DeliveryWriter

    /// `nil` where no messages are requested or no endpoint exists.
    init?(_ db: Database, _ publishing: OutboxSettings?) throws {
        guard let publishing else { return nil }
        let endpoints = try EndpointColumns.all(db)
        guard !endpoints.isEmpty else { return nil }
        self.publishing = publishing
        self.endpoints = endpoints
        self.wantedOfDevices = Set(
            [MessageType.deviceError, .geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat].filter { type in
                endpoints.contains { $0.endpoint.wants(type, of: nil) }
            }
        )
        self.insertMessage = try PreparedStatement(
            db,
            """
            INSERT INTO webhook_message (id, type, visit, facility, subject, occurred_ms, queued_ms, body, located_body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key
            """
        )
        self.deliveries = try DeliveryWriter(db)
    }

    /// Returns whether at least one endpoint subscribes to messages of a type and facility.
    func isWanted(_ type: MessageType, of facility: FacilityID?) -> Bool {
        endpoints.contains { $0.endpoint.wants(type, of: facility) }
    }

    var includesLocation: Bool { endpoints.contains(where: \.endpoint.includesLocation) }

    /// Queues a message for every subscribed endpoint except one.
    ///
    /// A disabled endpoint receives it when it is enabled again. Messages with the same `visit` are delivered in order.
    func queue(
        _ message: WebhookMessage,
        subject: String,
        visit: Int64? = nil,
        facility: Int64? = nil,
        except: EndpointKey? = nil
    ) throws {
        let subscribers = endpoints.filter { $0.key != except && $0.endpoint.wants(message.type, of: message.facility) }
        guard !subscribers.isEmpty else { return }
        let body = try publishing.composer.body(message, false)
        let isLocated = subscribers.contains(where: \.endpoint.includesLocation)
        let locatedBody = isLocated ? try publishing.composer.body(message, true) : body
        insertMessage.bind(1, message.id.text)
        insertMessage.bind(2, message.type.rawValue)
        insertMessage.bind(3, visit)
        insertMessage.bind(4, facility)
        insertMessage.bind(5, subject)
        insertMessage.bind(6, message.occurredAt.milliseconds)
        insertMessage.bind(7, publishing.time.milliseconds)
        insertMessage.bind(8, body)
        insertMessage.bind(9, locatedBody == body ? nil : locatedBody)
        guard let key = try insertMessage.first({ $0.int64(0) }) else { return }
        for subscriber in subscribers {
            try deliveries.queue(key, to: subscriber.key, ofVisit: visit, dueAt: publishing.time.milliseconds)
        }
    }
}

extension OutboxWriter {
    /// Queues messages about a device's events that belong to no visit.
    func enqueue(_ events: [JournalEvent], of key: DeviceKey, _ db: Database) throws {
        guard !events.isEmpty else { return }
        let find = try PreparedStatement(
            db,
            "SELECT d.id, m.id FROM device d JOIN member m ON m.key = d.member WHERE d.key = ?"
        )
        find.bind(1, key.rawValue)
        let names = try find.first { row -> (device: DeviceID, member: MemberID) in
            (try row.identifier(0), try row.identifier(1))
        }
        guard let names else { return }
        var facilities = try FacilityNames(db)
        for entry in events {
            guard let event = try entry.kind.message(&facilities) else { continue }
            let message = WebhookMessage(
                id: MessageID.of(event.type, names.device.text + " " + entry.id.text, number: 0),
                type: event.type,
                occurredAt: entry.occurredAt,
                content: .deviceEvent(
                    DeviceEventMessage(
                        device: names.device,
                        member: names.member,
                        event: event,
                        location: entry.location
                    )
                )
            )
            guard try !isQueued(message.id, db) else { continue }
            try queue(message, subject: names.device.text)
        }
    }

    /// The subject of messages about imports.
    static let importSubject = "facilities"

    /// Queues nothing for an import that changed nothing.
    func enqueue(_ summary: FacilityImportSummary, effectiveFrom: Timestamp, _ db: Database) throws {
        // The message of an import that is being written has the next key's number already.
        let staged = try Int64.fetchOne(db, sql: "SELECT count(*) FROM staged_import WHERE is_confirmed") ?? 0
        guard let message = try message(summary, effectiveFrom: effectiveFrom, after: staged, db) else { return }
        try queue(message, subject: Self.importSubject)
    }

    /// Returns the message about an import, `nil` for one that changed nothing.
    ///
    /// Two imports can have the same time, so the next message key makes the id unique; `after` is the number of
    /// messages that have no key yet.
    func message(
        _ summary: FacilityImportSummary,
        effectiveFrom: Timestamp,
        after unqueued: Int64 = 0,
        _ db: Database
    ) throws -> WebhookMessage? {
        guard summary.added + summary.updated + summary.retired > 0 else { return nil }
        let number = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM webhook_message") ?? 1
        return WebhookMessage(
            id: MessageID.of(.facilityImported, "import \(publishing.time.milliseconds)", number: number + unqueued),
            type: .facilityImported,
            occurredAt: publishing.time,
            content: .facilitiesImported(
                added: summary.added,
                updated: summary.updated,
                unchanged: summary.unchanged,
                retired: summary.retired,
                effectiveFrom: effectiveFrom
            )
        )
    }

    /// Queues a message for the other endpoints that one has been disabled.
    func enqueue(disabled endpoint: StoredEndpoint, _ disabling: StoredEndpoint.Disabling) throws {
        let message = WebhookMessage(
            id: MessageID.of(.endpointDisabled, endpoint.endpoint.id.text, number: disabling.at.milliseconds),
            type: .endpointDisabled,
            occurredAt: disabling.at,
            content: .endpointDisabled(endpoint.endpoint.id, disabling.reason, failingSince: endpoint.failingSince)
        )
        try queue(message, subject: endpoint.endpoint.id.text, except: endpoint.key)
    }

    /// Late fixes delete events and write them again, so a message may have been queued before.
    private func isQueued(_ id: MessageID, _ db: Database) throws -> Bool {
        let find = try PreparedStatement(db, "SELECT 1 FROM webhook_message WHERE id = ?")
        find.bind(1, id.text)
        return try find.hasRow()
    }
}

extension JournalEvent.Kind {
    /// `nil` for events of visits.
    var messageType: MessageType? {
        switch self {
        case .registered: .geofencesRegistered
        case .unregistered: .geofencesUnregistered
        case .heartbeat: .deviceHeartbeat
        case .error: .deviceError
        case .entered, .dwell, .exited: nil
        }
    }

    /// `nil` for events of visits.
    fileprivate func message(_ facilities: inout FacilityNames) throws -> DeviceEventMessage.Event? {
        switch self {
        case .registered(let keys): .registered(try keys.map { try facilities.id(of: $0.rawValue) })
        case .unregistered(let keys): .unregistered(try keys.map { try $0.map { try facilities.id(of: $0.rawValue) } })
        case .heartbeat: .heartbeat
        case .error(let code, let message): .error(code: code, message: message)
        case .entered, .dwell, .exited: nil
        }
    }
}

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

/// The functions that decide on and encode webhook messages within the store's write transaction.
///
/// The caller decides which changes are reported and how a message is encoded. The store knows the previous version of
/// a visit and counts its messages.
package struct MessageComposer: Sendable {
    /// The changes to report about a visit, given what its messages say and its new version.
    package let changes: @Sendable (PublishedVisit, Visit) -> [VisitChange]
    /// Whether changes are better collected than sent at once, given those collected before.
    package let areProvisional: @Sendable ([VisitChange], _ collected: [VisitChange], ChangeLateness) -> Bool
    /// The encoded body of a message, with or without the phone's location.
    package let body: @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]

    package init(
        changes: @escaping @Sendable (PublishedVisit, Visit) -> [VisitChange],
        areProvisional: @escaping @Sendable ([VisitChange], _ collected: [VisitChange], ChangeLateness) -> Bool,
        body: @escaping @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]
    ) {
        self.changes = changes
        self.areProvisional = areProvisional
        self.body = body
    }
}

/// The request to queue webhook messages about what a transaction writes.
package struct OutboxSettings: Sendable {
    package let composer: MessageComposer
    /// The current time, recorded as the time at which Footfall detected the changes.
    package let time: Timestamp
    /// Whether changes of visits that further input may change are collected (`CollectionPeriods`).
    package let collects: Bool

    package init(_ composer: MessageComposer, at time: Timestamp, collects: Bool = false) {
        self.composer = composer
        self.time = time
        self.collects = collects
    }
}

/// A cheap change marker of the webhook outbox.
///
/// Two equal marks mean that no message was queued and no endpoint changed in between. The replay of an old message
/// does not change the mark.
package struct OutboxMark: Hashable, Sendable {
    /// When the next messages of collected changes are due; `nil` where none are collected.
    package let collectedDueAt: Timestamp?
    let lastMessage: Int64
    let endpointRevisions: Int64
    let endpointCount: Int64
}

extension OutboxRepository {
    package func mark() throws -> OutboxMark {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT (SELECT min(due_ms) FROM collected_change),
                    coalesce((SELECT max(key) FROM webhook_message), 0), coalesce(sum(revision), 0), count(*)
                FROM webhook_endpoint
                """
            )
            let mark = try statement.first { row in
                OutboxMark(
                    collectedDueAt: row.optionalTime(0),
                    lastMessage: row.int64(1),
                    endpointRevisions: row.int64(2),
                    endpointCount: row.int64(3)
                )
            }
            return mark ?? OutboxMark(collectedDueAt: nil, lastMessage: 0, endpointRevisions: 0, endpointCount: 0)
        }
    }
}
