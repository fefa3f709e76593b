internal import GRDB
internal import SQLiteStorage
internal import VisitModel

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

    /// Queues a message about a facility import, unless it changed nothing.
    func enqueue(_ summary: FacilityImportSummary, effectiveFrom: Timestamp, _ db: Database) throws {
        guard summary.added + summary.updated + summary.retired > 0 else { return }
        // Two imports can have the same time, so the next message key makes the id unique.
        let number = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM webhook_message") ?? 1
        let message = WebhookMessage(
            id: MessageID.of(.facilityImported, "import \(telling.time.milliseconds)", number: number),
            type: .facilityImported,
            occurredAt: telling.time,
            content: .facilitiesImported(
                added: summary.added,
                updated: summary.updated,
                unchanged: summary.unchanged,
                retired: summary.retired,
                effectiveFrom: effectiveFrom
            )
        )
        try queue(message, subject: "facilities")
    }

    /// Queues a message for the other endpoints that one has been disabled.
    func enqueue(disabled endpoint: StoredEndpoint, _ disabling: StoredEndpoint.Disabling) throws {
        let message = WebhookMessage(
            id: MessageID.of(.endpointDisabled, endpoint.endpoint.id.text, number: disabling.at.milliseconds),
            type: .endpointDisabled,
            occurredAt: disabling.at,
            content: .endpointDisabled(
                endpoint.endpoint.id,
                disabling.reason,
                failingSince: endpoint.failingSince
            )
        )
        try queue(message, subject: endpoint.endpoint.id.text, except: endpoint.key)
    }

    /// Returns whether a message was queued before; late fixes delete events and write them again.
    private func isQueued(_ id: MessageID, _ db: Database) throws -> Bool {
        let find = try PreparedStatement(db, "SELECT 1 FROM webhook_message WHERE id = ?")
        find.bind(1, id.text)
        return try find.first { _ in true } ?? false
    }
}

extension JournalEvent.Kind {
    /// The type of the message about an event that belongs to no visit; `nil` for events of visits.
    var messageType: MessageType? {
        switch self {
        case .registered: .geofencesRegistered
        case .unregistered: .geofencesUnregistered
        case .heartbeat: .deviceHeartbeat
        case .error: .deviceError
        case .entered, .dwell, .exited: nil
        }
    }

    /// Returns the event in the form used by messages; `nil` for events of visits.
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
