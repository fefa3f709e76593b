internal import GRDB
public import VisitModel

extension VisitStore {
    /// The events that pass a filter, in the order they happened.
    ///
    /// - Parameter filter: which.
    /// - Returns: all of them; where they may be many, `eachEvent` needs less memory.
    /// - Throws: `VisitStoreError`.
    public func events(_ filter: EventFilter = EventFilter()) throws -> [GeofenceEvent] {
        var events: [GeofenceEvent] = []
        try eachEvent(filter) { events.append($0) }
        return events
    }

    /// Hands over the events that pass a filter one by one, in the order they happened.
    ///
    /// Events of one moment and device come in the order they were found out.
    ///
    /// - Parameters:
    ///   - filter: which.
    ///   - body: takes each, and must not use the store; what it throws ends the report.
    /// - Throws: `VisitStoreError`, and whatever `body` throws.
    public func eachEvent(_ filter: EventFilter = EventFilter(), _ body: (GeofenceEvent) throws -> Void) throws {
        try read { db in
            var columns = try EventColumns(db)
            try PreparedStatement(db, filter.request).forEachRow { try body(columns.event($0)) }
        }
    }

    /// The names of the events that a device's inputs from a time on told of.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - trigger: the earliest input; what it told of may have happened before it.
    /// - Returns: their names.
    /// - Throws: `VisitStoreError`.
    public func eventIDs(of device: DeviceKey, toldFrom trigger: Timestamp) throws -> Set<EventID> {
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
