internal import GRDB
internal import VisitModel

extension VisitStore {
    /// A page of the events that pass a filter, in the order they happened: by time, device key, fix and place in it.
    ///
    /// The order is total and a page is found by its place and not by counting, so that one after the other they are every
    /// event once, however many there are; what is written meanwhile is on the pages that are still to come, or on none.
    ///
    /// - Parameters:
    ///   - filter: which, and behind which place.
    ///   - size: at most so many events; the filter's limit does not matter.
    /// - Returns: the events, and where the next page begins.
    /// - Throws: `VisitStoreError`.
    public func eventPage(_ filter: EventFilter = EventFilter(), size: Int) throws -> EventPage {
        var filter = filter
        filter.limit = size + 1
        return try read { db in
            var columns = try EventColumns(db)
            var events: [GeofenceEvent] = []
            var (last, next): (EventCursor?, EventCursor?) = (nil, nil)
            try PreparedStatement(db, filter.request).forEachRow { row in
                guard events.count < size else {
                    next = last
                    return
                }
                events.append(try columns.event(row))
                last = EventCursor(
                    occurredAt: row.time(3),
                    device: DeviceKey(rawValue: row.int64(EventColumns.count)),
                    trigger: row.time(EventColumns.count + 1),
                    ordinal: row.int(EventColumns.count + 2)
                )
            }
            return EventPage(events: events, next: next)
        }
    }

    /// The events that were told as they happened, behind a number, in the order they were told.
    ///
    /// Whoever listens gets what it missed by asking for what is behind the last number it has. Late input may have taken an
    /// event back since, so numbers are missing; none is ever given to another event.
    ///
    /// - Parameters:
    ///   - number: the last one known; 0 for all.
    ///   - limit: at most so many.
    ///   - filter: which; its place and limit do not matter.
    /// - Returns: the events with their numbers.
    /// - Throws: `VisitStoreError`.
    public func events(
        toldAfter number: Int64,
        limit: Int,
        _ filter: EventFilter = EventFilter()
    ) throws -> [EmittedEvent] {
        let request: SQL = """
            SELECT \(sql: EventColumns.names), e.told
            FROM event e INDEXED BY event_told CROSS JOIN device d ON d.key = e.device JOIN member m ON m.key = d.member
            WHERE e.told IS NOT NULL AND e.told > \(number) AND \(filter.condition)
            ORDER BY e.told LIMIT \(limit)
            """
        return try read { db in
            var columns = try EventColumns(db)
            var events: [EmittedEvent] = []
            try PreparedStatement(db, request).forEachRow { row in
                events.append(
                    EmittedEvent(number: row.int64(EventColumns.count), event: try columns.event(row))
                )
            }
            return events
        }
    }

    /// The number of the newest event that was told as it happened.
    ///
    /// - Returns: the highest number ever given; 0 before the first.
    /// - Throws: `VisitStoreError`.
    public func newestTold() throws -> Int64 {
        try read { try Counter.eventTold.value($0) }
    }
}

extension EventFilter {
    /// What a row of `event e`, `device d` and `member m` has to fulfil, but for its place.
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

    /// What answers the events: their columns, and those of their place that are not among them.
    var request: SQL {
        var place: SQL = "1"
        if let after {
            // The index over the time has the other three behind it, as every index of the table has.
            place = """
                (e.occurred_ms, e.device, e.trigger_ms, e.ordinal)
                    > (\(after.occurredAt.milliseconds), \(after.device.rawValue), \(after.trigger.milliseconds),
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
