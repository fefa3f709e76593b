internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The lines of the logical dump for events, the same for a row of `event` and for a packed change of registrations.
struct JournalDump {
    private let db: Database
    private let rows: PreparedStatement
    private let packed: PreparedStatement

    private static let table = "event"

    init(_ db: Database) throws {
        self.db = db
        self.rows = try PreparedStatement(
            db,
            """
            SELECT d.id, e.trigger_ms, e.ordinal, e.event_id, e.kind, e.occurred_ms, f.id, e.visit_id,
                \(Self.ids("e.facilities")) AS ids,
                e.facilities IS NULL, e.latitude, e.longitude, e.accuracy_m, e.location_ms, e.code, e.message
            FROM event e JOIN device d ON d.key = e.device LEFT JOIN facility f ON f.key = e.facility
            WHERE e.device = ? ORDER BY e.trigger_ms, e.ordinal
            """
        )
        self.packed = try PreparedStatement(
            db,
            """
            SELECT ?1, ?2, ?3, ?4, ?5, ?2, NULL, NULL, \(Self.ids("?6")) AS ids, ?6 IS NULL, ?7, ?8, ?9, ?10, NULL, NULL
            """
        )
    }

    func forEachLine(_ line: (String) throws -> Void) throws {
        let devices = try PreparedStatement(db, "SELECT id, key FROM device ORDER BY id").all {
            (id: try $0.identifier(0) as DeviceID, key: DeviceKey(rawValue: $0.int64(1)))
        }
        for device in devices { try forEachLine(of: device.id, device.key, line) }
    }

    private func forEachLine(of id: DeviceID, _ device: DeviceKey, _ line: (String) throws -> Void) throws {
        var registrations = try RegistrationScan.matching(EventFilter(device: id), db)
        let columns = Int32(rows.columnCount)
        rows.bind(1, device.rawValue)
        try rows.forEachRow { row in
            let (inputAt, ordinal) = (row.time(1), row.int(2))
            // Of one device the packed events are in the order of the inputs, because each happened with its input.
            let cursor = EventCursor(occurredAt: inputAt, device: device, inputAt: inputAt, ordinal: ordinal)
            while let found = try registrations?.next(before: cursor) { try line(text(of: found)) }
            try line(row.dumpLine(Self.table, columns: columns))
        }
        while let found = try registrations?.next(before: nil) { try line(text(of: found)) }
    }

    private func text(of found: RegistrationScan.Found) throws -> String {
        let event = found.event
        packed.bind(1, found.device.text)
        packed.bind(2, event.at.milliseconds)
        packed.bind(3, Int(event.ordinal))
        packed.bind(4, event.id.text)
        packed.bind(5, event.kindName)
        packed.bind(6, event.facilities.map(KeyList.text))
        packed.bind(7, event.location?.coordinate.latitude)
        packed.bind(8, event.location?.coordinate.longitude)
        packed.bind(9, event.location?.accuracy)
        packed.bind(10, event.location.map { _ in event.at.milliseconds })
        let columns = Int32(packed.columnCount)
        return try packed.first { $0.dumpLine(Self.table, columns: columns) } ?? ""
    }

    /// The ids of an array of facility keys, as an array.
    private static func ids(_ keys: String) -> String {
        """
        (SELECT json_group_array(l.id) FROM (
            SELECT n.id FROM json_each(\(keys)) j JOIN facility n ON n.key = j.value ORDER BY j.key
        ) l)
        """
    }
}
