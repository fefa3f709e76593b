internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The columns of an event, and the event that they or a packed change of registrations make.
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

    mutating func event(_ event: RegistrationEvent, of device: DeviceID) throws -> GeofenceEvent {
        let ids = try event.facilities?.map { try facilities.id(of: $0.rawValue) }
        return GeofenceEvent(
            id: event.id,
            device: device,
            kind: event.isRegistered ? .registered(ids ?? []) : .unregistered(ids),
            occurredAt: event.at,
            observedAt: event.observedAt,
            location: event.location.map {
                GeofenceEvent.Location(coordinate: $0.coordinate, accuracy: $0.accuracy, time: event.at)
            }
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
