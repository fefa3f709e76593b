internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// A filter for events; a criterion that is `nil` does not restrict.
package struct EventFilter: Hashable, Sendable {
    package var device: DeviceID?
    package var member: MemberID?
    /// Only events of visits at this facility.
    package var facility: FacilityID?
    package var visit: VisitID?
    /// By name, such as `Entered`; an empty set stands for all.
    package var kinds: Set<String>
    /// Events that happened at or after this time.
    package var since: Timestamp?
    /// Events that happened before this time.
    package var until: Timestamp?
    /// In order of occurrence.
    package var after: EventCursor?
    /// Counted from the earliest event.
    package var limit: Int?

    package init(
        device: DeviceID? = nil,
        member: MemberID? = nil,
        facility: FacilityID? = nil,
        visit: VisitID? = nil,
        kinds: Set<String> = [],
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        after: EventCursor? = nil,
        limit: Int? = nil
    ) {
        self.device = device
        self.member = member
        self.facility = facility
        self.visit = visit
        self.kinds = kinds
        self.since = since
        self.until = until
        self.after = after
        self.limit = limit
    }
}

/// The position of an event in the total order of events: time, device key, time of the input and ordinal.
package struct EventCursor: Hashable, Sendable {
    package let occurredAt: Timestamp
    package let device: DeviceKey
    /// The time of the input that caused the event.
    package let inputAt: Timestamp
    /// The order among the events of one input.
    package let ordinal: Int

    package init(occurredAt: Timestamp, device: DeviceKey, inputAt: Timestamp, ordinal: Int) {
        self.occurredAt = occurredAt
        self.device = device
        self.inputAt = inputAt
        self.ordinal = ordinal
    }
}

package struct EventPage: Hashable, Sendable {
    /// In order of occurrence.
    package let events: [GeofenceEvent]
    /// The filter's `after` for the next page; `nil` on the last page.
    package let next: EventCursor?
}

/// An event that was emitted to listeners as it happened.
package struct EmittedEvent: Hashable, Sendable {
    /// Greater than that of every event emitted before.
    package let number: Int64
    /// The event in its present form; late fixes may have moved it since.
    package let event: GeofenceEvent
    /// The member of its device.
    package let member: MemberID
}

struct EventColumns {
    /// In the order in which `event` reads them.
    static let names = """
        e.event_id, d.id, e.kind, e.occurred_ms, e.observed_ms, e.facility, e.visit_id, e.facilities, e.latitude,
        e.longitude, e.accuracy_m, e.location_ms, e.code, e.message
        """

    static let count: Int32 = 14

    private var facilities: FacilityNames

    init(_ db: Database) throws { facilities = try FacilityNames(db) }

    mutating func event(_ row: Columns) throws -> GeofenceEvent {
        GeofenceEvent(
            id: try row.identifier(0),
            device: try row.identifier(1),
            kind: try kind(row),
            occurredAt: row.time(3),
            observedAt: row.time(4),
            location: try Self.location(row, from: 8)
        )
    }

    private mutating func kind(_ row: Columns) throws -> GeofenceEvent.Kind {
        switch row.text(2) {
        case "Registered": .registered(try list(row) ?? [])
        case "Unregistered": .unregistered(try list(row))
        case "Entered": .entered(try facilities.id(of: row.int64(5)), visit: try row.identifier(6))
        case "Dwell": .dwell(try facilities.id(of: row.int64(5)), visit: try row.identifier(6))
        case "Exited": .exited(try facilities.id(of: row.int64(5)), visit: try row.identifier(6))
        case "Heartbeat": .heartbeat
        case "Error": .error(code: row.text(12), message: row.text(13))
        case let name: throw StorageError.damaged("an event of the kind `\(name)`")
        }
    }

    /// Reads a JSON array of keys.
    private mutating func list(_ row: Columns) throws -> [FacilityID]? {
        guard let text = row.optionalText(7) else { return nil }
        return try KeyList.keys(of: text).map { try facilities.id(of: $0.rawValue) }
    }

    /// In the order in which `location` reads them.
    static let locationNames = "e.latitude, e.longitude, e.accuracy_m, e.location_ms"

    static func location(_ row: Columns, from index: Int32) throws -> GeofenceEvent.Location? {
        guard let latitude = row.optionalDouble(index), let longitude = row.optionalDouble(index + 1),
            let time = row.optionalTime(index + 3)
        else { return nil }
        do {
            return GeofenceEvent.Location(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                accuracy: row.optionalDouble(index + 2),
                time: time
            )
        } catch {
            throw StorageError.damaged("an event at an invalid position", cause: error)
        }
    }
}

/// The ids of facilities by key, each read once.
struct FacilityNames {
    private var ids: [Int64: FacilityID] = [:]
    private let find: PreparedStatement

    init(_ db: Database) throws {
        find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
    }

    /// Throws `StorageError` with code `damaged` where no facility has the key.
    mutating func id(of key: Int64) throws -> FacilityID {
        if let id = ids[key] { return id }
        find.bind(1, key)
        guard let id: FacilityID = try find.first({ try $0.identifier(0) }) else {
            throw StorageError.damaged("an event at the missing facility \(key)")
        }
        ids[key] = id
        return id
    }
}
