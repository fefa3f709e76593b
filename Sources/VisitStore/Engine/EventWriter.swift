internal import GRDB
internal import VisitModel

/// Writes a device's journal of events.
struct EventWriter {
    private let keys: KeyFinder
    private let insert: PreparedStatement
    private let observed: PreparedStatement
    private let delete: PreparedStatement

    init(_ db: Database, _ keys: KeyFinder) throws {
        self.keys = keys
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO event (device, trigger_ms, ordinal, event_id, kind, occurred_ms, observed_ms, facility,
                visit_id, facilities, latitude, longitude, accuracy_m, location_ms, code, message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        self.observed = try PreparedStatement(
            db,
            "SELECT event_id, observed_ms FROM event WHERE device = ? AND trigger_ms >= ?"
        )
        self.delete = try PreparedStatement(db, "DELETE FROM event WHERE device = ? AND trigger_ms >= ?")
    }

    func write(_ commit: DeviceCommit) throws {
        var observedBefore: [String: Int64] = [:]
        if let start = commit.replaceEventsFrom {
            observedBefore = try takeBack(commit.device, from: start)
        }
        for entry in commit.events {
            let observed = observedBefore[entry.event.id.text] ?? entry.event.observedAt.milliseconds
            try append(entry, of: commit.device, observed: observed)
        }
    }

    /// Deletes the end of a journal.
    ///
    /// - Returns: when each of the deleted events was first told of.
    private func takeBack(_ device: DeviceKey, from start: Timestamp) throws -> [String: Int64] {
        var observedBefore: [String: Int64] = [:]
        observed.bind(1, device.rawValue)
        observed.bind(2, start.milliseconds)
        try observed.forEachRow { observedBefore[$0.text(0)] = $0.int64(1) }
        if !observedBefore.isEmpty {
            delete.bind(1, device.rawValue)
            delete.bind(2, start.milliseconds)
            try delete.run()
        }
        return observedBefore
    }

    private func append(_ entry: JournalEvent, of device: DeviceKey, observed: Int64) throws {
        let event = entry.event
        insert.bind(1, device.rawValue)
        insert.bind(2, entry.trigger.milliseconds)
        insert.bind(3, entry.ordinal)
        insert.bind(4, event.id.text)
        insert.bind(5, event.kind.name)
        insert.bind(6, event.occurredAt.milliseconds)
        insert.bind(7, observed)
        insert.bind(8, try event.kind.facility.map(keys.key(of:)))
        insert.bind(9, event.kind.visit?.text)
        switch event.kind {
        case .registered(let facilities): insert.bind(10, try list(facilities))
        case .unregistered(let facilities): insert.bind(10, try facilities.map(list))
        case .entered, .dwell, .exited, .heartbeat, .error: insert.bindNull(10)
        }
        insert.bind(11, event.location?.coordinate.latitude)
        insert.bind(12, event.location?.coordinate.longitude)
        insert.bind(13, event.location?.accuracy)
        insert.bind(14, event.location?.time.milliseconds)
        if case .error(let code, let message) = event.kind {
            insert.bind(15, code)
            insert.bind(16, message)
        } else {
            insert.bindNull(15)
            insert.bindNull(16)
        }
        try insert.run()
    }

    /// The keys of facilities as a JSON array.
    private func list(_ facilities: [FacilityID]) throws -> String {
        var text = "["
        for facility in facilities {
            if text.utf8.count > 1 { text += "," }
            text += String(try keys.key(of: facility))
        }
        return text + "]"
    }
}
