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

    /// Writes a device's part of a journal.
    ///
    /// - Returns: the errors among its events that were not there before.
    @discardableResult
    func write(_ commit: DeviceCommit) throws -> [JournalEvent] {
        var newErrors: [JournalEvent] = []
        var observedBefore: [String: Int64] = [:]
        if let start = commit.replaceEventsFrom {
            observedBefore = try takeBack(commit.device, from: start)
        }
        for entry in commit.events {
            let observed = observedBefore[entry.id.text] ?? entry.observedAt.milliseconds
            try append(entry, of: commit.device, observed: observed)
            if case .error = entry.kind, observedBefore[entry.id.text] == nil { newErrors.append(entry) }
        }
        return newErrors
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
        insert.bind(1, device.rawValue)
        insert.bind(2, entry.trigger.milliseconds)
        insert.bind(3, entry.ordinal)
        insert.bind(4, entry.id.text)
        insert.bind(5, entry.kind.name)
        insert.bind(6, entry.occurredAt.milliseconds)
        insert.bind(7, observed)
        insert.bind(8, try entry.kind.facility.map(keys.key(of:)))
        insert.bind(9, entry.kind.visit?.text)
        switch entry.kind {
        case .registered(let facilities): insert.bind(10, Self.list(facilities))
        case .unregistered(let facilities): insert.bind(10, facilities.map(Self.list))
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
        try insert.run()
    }

    /// The keys of facilities as a JSON array.
    private static func list(_ facilities: [FacilityKey]) -> String {
        // A number, a comma and the brackets: at most 20 bytes each.
        String(unsafeUninitializedCapacity: 20 * facilities.count + 2) { bytes in
            bytes[0] = UInt8(ascii: "[")
            var end = 1
            for facility in facilities {
                if end > 1 {
                    bytes[end] = UInt8(ascii: ",")
                    end += 1
                }
                end += write(facility.rawValue, to: bytes[end...])
            }
            bytes[end] = UInt8(ascii: "]")
            return end + 1
        }
    }

    /// Writes a number in decimal.
    ///
    /// - Returns: how many bytes it takes.
    private static func write(_ number: Int64, to bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Int {
        var (rest, length) = (number, 1)
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        rest = number
        for place in stride(from: bytes.startIndex + length - 1, through: bytes.startIndex, by: -1) {
            bytes.base[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        return length
    }
}
