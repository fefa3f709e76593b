internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Reads the events that match a filter, in the order of `EventCursor`: rows of `event` merged with packed changes of
/// registrations.
struct EventScan {
    private let rows: PreparedStatement
    private var registrations: RegistrationScan?
    private var columns: EventColumns
    private var left: Int

    init(_ db: Database, _ filter: EventFilter) throws {
        rows = try PreparedStatement(db, filter.request)
        registrations = try RegistrationScan.matching(filter, db)
        columns = try EventColumns(db)
        left = filter.limit ?? .max
    }

    /// Calls a closure with each event and its place until the filter's limit; can be called once.
    mutating func forEach(_ body: (GeofenceEvent, EventCursor) throws -> Void) throws {
        try rows.forEachRowWhile { row in
            let cursor = EventCursor(
                occurredAt: row.time(3),
                device: DeviceKey(rawValue: row.int64(EventColumns.count)),
                inputAt: row.time(EventColumns.count + 1),
                ordinal: row.int(EventColumns.count + 2)
            )
            try passRegistrations(before: cursor, body)
            guard left > 0 else { return false }
            left -= 1
            try body(try columns.event(row), cursor)
            return true
        }
        try passRegistrations(before: nil, body)
    }

    /// Returns all, in memory at once.
    mutating func all() throws -> [GeofenceEvent] {
        var events: [GeofenceEvent] = []
        try forEach { event, _ in events.append(event) }
        return events
    }

    private mutating func passRegistrations(
        before cursor: EventCursor?,
        _ body: (GeofenceEvent, EventCursor) throws -> Void
    ) throws {
        while left > 0, let found = try registrations?.next(before: cursor) {
            left -= 1
            try body(try columns.event(found.event, of: found.device), found.cursor)
        }
    }
}
