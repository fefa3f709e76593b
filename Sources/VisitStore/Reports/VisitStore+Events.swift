internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the events that match a filter, in order of occurrence.
    ///
    /// All of them are in memory at once; `eachEvent` needs less memory.
    package func events(_ filter: EventFilter = EventFilter()) throws -> [GeofenceEvent] {
        var events: [GeofenceEvent] = []
        try eachEvent(filter) { events.append($0) }
        return events
    }

    /// Calls a closure with each event that matches a filter, in order of occurrence.
    ///
    /// Events of the same time and device come in the order of detection.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - body: called with each event; it must not use the store. An error that it throws ends the iteration.
    /// - Throws: `StorageError`, and any error of `body`.
    package func eachEvent(_ filter: EventFilter = EventFilter(), _ body: (GeofenceEvent) throws -> Void) throws {
        try read { db in
            var columns = try EventColumns(db)
            try PreparedStatement(db, filter.request).forEachRow { try body(columns.event($0)) }
        }
    }

    /// Returns the ids of a device's events triggered by fixes from a time on.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - trigger: the earliest trigger; its events may have happened earlier.
    /// - Returns: the event ids.
    /// - Throws: `StorageError`.
    package func eventIDs(of device: DeviceKey, toldFrom trigger: Timestamp) throws -> Set<EventID> {
        try read { db in
            let statement = try PreparedStatement(
                db,
                "SELECT event_id FROM event WHERE device = ? AND trigger_ms >= ?"
            )
            statement.bind(1, device.rawValue)
            statement.bind(2, trigger.milliseconds)
            var ids: Set<EventID> = []
            try statement.forEachRow { row in ids.insert(try EventID(row.text(0))) }
            return ids
        }
    }
}
