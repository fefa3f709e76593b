internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes a device's event journal: as rows of `event`, and replayed changes of registrations packed by the hour.
struct EventWriter {
    private let db: Database
    private let keys: KeyFinder
    private let insert: PreparedStatement
    private let observed: PreparedStatement
    private let delete: PreparedStatement
    private var numbers: EmittedEventNumbers?
    /// Prepared where it is first needed: most live transactions write rows only.
    private var registrations: RegistrationChunkWriter?

    /// Prepares the statements of one transaction; without `numbers`, new events are replayed and get no sequence
    /// number.
    init(_ db: Database, _ keys: KeyFinder, _ numbers: EmittedEventNumbers? = nil) throws {
        self.db = db
        self.keys = keys
        self.numbers = numbers
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO event (device, trigger_ms, ordinal, event_id, kind, occurred_ms, observed_ms, facility,
                visit_id, facilities, latitude, longitude, accuracy_m, location_ms, code, message, told)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        self.observed = try PreparedStatement(
            db,
            "SELECT event_id, observed_ms, told FROM event WHERE device = ? AND trigger_ms >= ?"
        )
        self.delete = try PreparedStatement(db, "DELETE FROM event WHERE device = ? AND trigger_ms >= ?")
    }

    /// Writes a device's events, and returns those to send messages about: new ones that belong to no visit.
    ///
    /// `wanted` are the message types that at least one endpoint subscribes to.
    @discardableResult
    mutating func write(_ commit: DeviceCommit, wanted: Set<MessageType> = []) throws -> [JournalEvent] {
        var new: [JournalEvent] = []
        var known: [String: Known] = [:]
        if let start = commit.replaceEventsFrom { known = try retract(commit.device, from: start) }
        var packed: [RegistrationEvent] = []
        let events = commit.events
        // Not an iterator, which would copy each event.
        for index in events.indices {
            let fields: Known
            if !known.isEmpty, let stored = known[events.span[index].id.text] {
                fields = stored
            } else {
                fields = Known(observed: events.span[index].observedAt, number: numbers?.next())
                if !wanted.isEmpty, let type = events[index].kind.messageType, wanted.contains(type) {
                    new.append(events[index])
                }
            }
            if fields.number == nil, let event = events.span[index].registration(observedAt: fields.observed) {
                if packed.isEmpty { packed.reserveCapacity(events.count - index) }
                packed.append(event)
            } else {
                try append(events[index], of: commit.device, fields)
            }
        }
        if !packed.isEmpty { try chunks().append(packed, to: commit.device) }
        return new
    }

    /// Saves the counter of the sequence numbers.
    func finish(_ db: Database) throws { try numbers?.finish(db) }

    /// The fields that a rewritten event keeps.
    private struct Known {
        let observed: Timestamp
        /// The sequence number under which it was emitted; `nil` for a replayed event.
        let number: Int64?
    }

    /// Deletes the end of a journal and returns the fields to keep of the deleted events, by event id.
    private mutating func retract(_ device: DeviceKey, from start: Timestamp) throws -> [String: Known] {
        var known: [String: Known] = [:]
        observed.bind(1, device.rawValue)
        observed.bind(2, start.milliseconds)
        try observed.forEachRow { row in
            known[row.text(0)] = Known(observed: row.time(1), number: row.optionalInt64(2))
        }
        if !known.isEmpty {
            delete.bind(1, device.rawValue)
            delete.bind(2, start.milliseconds)
            try delete.run()
        }
        for event in try chunks().remove(from: start, of: device) {
            known[event.id.text] = Known(observed: event.observedAt, number: nil)
        }
        return known
    }

    private mutating func chunks() throws -> RegistrationChunkWriter {
        if let registrations { return registrations }
        let prepared = try RegistrationChunkWriter(db)
        registrations = prepared
        return prepared
    }

    private func append(_ entry: JournalEvent, of device: DeviceKey, _ known: Known) throws {
        insert.bind(1, device.rawValue)
        insert.bind(2, entry.inputAt.milliseconds)
        insert.bind(3, entry.ordinal)
        insert.bind(4, entry.id.text)
        insert.bind(5, entry.kind.name)
        insert.bind(6, entry.occurredAt.milliseconds)
        insert.bind(7, known.observed.milliseconds)
        insert.bind(8, try entry.kind.facility.map(keys.key(of:)))
        insert.bind(9, entry.kind.visit?.text)
        switch entry.kind {
        case .registered(let facilities): insert.bind(10, KeyList.text(of: facilities))
        case .unregistered(let facilities): insert.bind(10, facilities.map(KeyList.text))
        case .entered, .dwell, .exited, .heartbeat, .error: insert.bindNull(10)
        }
        insert.bind(11, entry.location?.coordinate.latitude)
        insert.bind(12, entry.location?.coordinate.longitude)
        insert.bind(13, entry.location?.accuracy)
        insert.bind(14, entry.location?.time.milliseconds)
        if case .error(let code, let message) = entry.kind {
            insert.bind(15, code)
            insert.bind(16, message)
        } else {
            insert.bindNull(15)
            insert.bindNull(16)
        }
        insert.bind(17, known.number)
        try insert.run()
    }
}

/// Assigns sequence numbers to the events that one transaction emits as they happen.
///
/// The counter is read once and written once. The transaction keeps every other writer out in between.
struct EmittedEventNumbers {
    private let first: Int64
    private var last: Int64

    init(_ db: Database) throws {
        self.first = try Counter.eventEmitted.value(db)
        self.last = first
    }

    mutating func next() -> Int64 {
        last += 1
        return last
    }

    /// Saves the counter, so that no number is assigned twice.
    func finish(_ db: Database) throws {
        if last > first { try Counter.eventEmitted.raise(to: last, db) }
    }
}
