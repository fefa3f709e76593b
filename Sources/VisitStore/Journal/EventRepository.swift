internal import GRDB
internal import SQLiteStorage
package import VisitModel

package struct EventRepository: Sendable {
    let database: VisitDatabase

    /// Returns the events that match a filter, in order of occurrence, all in memory at once.
    package func all(matching filter: EventFilter = EventFilter()) throws -> [GeofenceEvent] {
        var events: [GeofenceEvent] = []
        try forEach(matching: filter) { events.append($0) }
        return events
    }

    /// Calls a closure with each event that matches a filter, in order of occurrence.
    ///
    /// Events of the same time and device come in the order of detection. The closure must not use the store. An error
    /// that it throws ends the iteration.
    package func forEach(matching filter: EventFilter = EventFilter(), _ body: (GeofenceEvent) throws -> Void) throws {
        try database.read { db in
            var scan = try EventScan(db, filter)
            try scan.forEach { event, _ in try body(event) }
        }
    }

    /// Returns the ids of a device's events with `inputAt` at or after a time; they may have happened earlier.
    package func ids(of device: DeviceKey, emittedFrom inputAt: Timestamp) throws -> Set<EventID> {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                "SELECT event_id FROM event WHERE device = ? AND trigger_ms >= ?"
            )
            statement.bind(1, device.rawValue)
            statement.bind(2, inputAt.milliseconds)
            return Set(try statement.all { try $0.identifier(0) } + RegistrationScan.ids(db, of: device, from: inputAt))
        }
    }

    /// Returns a page of the events that match a filter, in the order of `EventCursor`.
    ///
    /// The order is total and pages are located by cursor instead of by offset, so successive pages contain every event
    /// exactly once. An event written in the meantime appears on a later page or on none. The filter's limit is
    /// ignored.
    package func page(matching filter: EventFilter = EventFilter(), size: Int) throws -> EventPage {
        var filter = filter
        filter.limit = size + 1
        return try database.read { db in
            var (events, last, next): ([GeofenceEvent], EventCursor?, EventCursor?) = ([], nil, nil)
            var scan = try EventScan(db, filter)
            try scan.forEach { event, cursor in
                guard events.count < size else {
                    next = last
                    return
                }
                events.append(event)
                last = cursor
            }
            return EventPage(events: events, next: next)
        }
    }

    /// Returns the events emitted after a sequence number, in the order of emission.
    ///
    /// A listener catches up by requesting the events after the last number it received, or after 0 for all. Late fixes
    /// may have deleted an event since, so there are gaps in the numbers; a number is never reused. The filter's cursor
    /// and limit are ignored.
    package func emitted(
        after number: Int64,
        limit: Int,
        _ filter: EventFilter = EventFilter()
    ) throws -> [EmittedEvent] {
        let request: SQL = """
            SELECT \(sql: EventColumns.names), e.told, m.id
            FROM event e INDEXED BY event_told CROSS JOIN device d ON d.key = e.device JOIN member m ON m.key = d.member
            WHERE e.told IS NOT NULL AND e.told > \(number) AND \(filter.condition)
            ORDER BY e.told LIMIT \(limit)
            """
        return try database.read { db in
            var columns = try EventColumns(db)
            return try PreparedStatement(db, request).all { row in
                EmittedEvent(
                    number: row.int64(EventColumns.count),
                    event: try columns.event(row),
                    member: try row.identifier(EventColumns.count + 1)
                )
            }
        }
    }

    /// The highest sequence number ever assigned to an emitted event; 0 before the first.
    package func newestNumber() throws -> Int64 { try database.read { try Counter.eventEmitted.value($0) } }
}

extension EventFilter {
    /// On a row of `event e`, `device d` and `member m`, without the cursor.
    var condition: SQL {
        var conditions: [SQL] = ["1"]
        if let device { conditions.append("d.id = \(device.text)") }
        if let member { conditions.append("m.id = \(member.text)") }
        if let facility {
            conditions.append("e.facility = (SELECT key FROM facility WHERE id = \(facility.text))")
        }
        if let visit { conditions.append("e.visit_id = \(visit.text)") }
        if !kinds.isEmpty {
            let names = kinds.sorted().map { "e.kind = \($0)" as SQL }.joined(separator: " OR ")
            conditions.append("(\(names))")
        }
        if let since { conditions.append("e.occurred_ms >= \(since.milliseconds)") }
        if let until { conditions.append("e.occurred_ms < \(until.milliseconds)") }
        return "\(conditions.joined(operator: .and))"
    }

    /// Whether an event is one of those that `condition` selects.
    package func matches(_ emitted: EmittedEvent) -> Bool {
        let event = emitted.event
        if let device, device != event.device { return false }
        if let member, member != emitted.member { return false }
        if let facility, facility != event.kind.facility { return false }
        if let visit, visit != event.kind.visit { return false }
        if !kinds.isEmpty, !kinds.contains(event.kind.name) { return false }
        if let since, event.occurredAt < since { return false }
        if let until, event.occurredAt >= until { return false }
        return true
    }

    /// Reads the columns of the events, then those of the cursor that are not among them.
    var request: SQL {
        var place: SQL = "1"
        if let after {
            // The index over the time contains the other three columns too, as every index of the table does.
            place = """
                (e.occurred_ms, e.device, e.trigger_ms, e.ordinal)
                    > (\(after.occurredAt.milliseconds), \(after.device.rawValue), \(after.inputAt.milliseconds),
                        \(after.ordinal))
                """
        }
        return """
            SELECT \(sql: EventColumns.names), e.device, e.trigger_ms, e.ordinal
            FROM event e JOIN device d ON d.key = e.device JOIN member m ON m.key = d.member
            WHERE \(condition) AND \(place)
            ORDER BY e.occurred_ms, e.device, e.trigger_ms, e.ordinal
            LIMIT \(limit ?? -1)
            """
    }
}
