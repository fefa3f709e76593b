internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Reads the events of `registration_chunk` that match a filter, in the order of `EventCursor`.
///
/// An hour is read in parts of some ten thousand events, so that the memory does not grow with the number of devices; each
/// part decodes the chunks of its hour that reach into it.
struct RegistrationScan {
    struct Found {
        let cursor: EventCursor
        let device: DeviceID
        let event: RegistrationEvent
    }

    private let db: Database
    private let filter: EventFilter
    private let partSize: Int
    /// No event that matches is earlier.
    private let earliest: Int64
    /// Read, and not yet returned: the next one is last.
    private var waiting: [Found] = []
    /// The parts of the present hour that are not read, the next one last.
    private var parts: [Range<Int64>] = []
    private var bucket: Int64 = 0
    /// The first hour that may come next; `nil` after the last one.
    private var nextBucket: Int64?

    /// Fails where the filter excludes all changes of registrations.
    ///
    /// A part has at most `partSize` events, if they are spread evenly over the hour.
    init?(_ db: Database, _ filter: EventFilter, partSize: Int = 50_000) {
        guard filter.facility == nil, filter.visit == nil,
            filter.kinds.isEmpty || filter.kinds.contains("Registered") || filter.kinds.contains("Unregistered")
        else { return nil }
        self.db = db
        self.filter = filter
        self.partSize = partSize
        let first = [filter.since, filter.after?.occurredAt].compactMap(\.self).max()
        self.earliest = first?.milliseconds ?? .min
        self.nextBucket = first.map { FixChunk.bucket(of: $0).milliseconds } ?? .min
    }

    /// The next event in order if it comes before a place, which it is then past; `nil` for the place stands for the end.
    mutating func next(before cursor: EventCursor?) throws -> Found? {
        if waiting.isEmpty { try read() }
        guard let found = waiting.last, cursor.map({ found.cursor < $0 }) ?? true else { return nil }
        return waiting.popLast()
    }

    /// The ids of a device's packed events at or after a time.
    static func ids(_ db: Database, of device: DeviceKey, from time: Timestamp) throws -> [EventID] {
        let statement = try PreparedStatement(
            db,
            "SELECT bucket_ms, events FROM registration_chunk WHERE device = ? AND bucket_ms >= ?"
        )
        statement.bind(1, device.rawValue)
        statement.bind(2, FixChunk.bucket(of: time).milliseconds)
        return try statement.all { row in
            try RegistrationPacking.events(of: row.bytes(1), bucket: row.time(0)).filter { $0.at >= time }.map {
                try $0.eventID
            }
        }
        .flatMap(\.self)
    }

    private mutating func read() throws {
        while waiting.isEmpty {
            if let part = parts.popLast() {
                waiting = try events(of: part)
            } else {
                guard try findHour() else { return }
            }
        }
    }

    /// Divides the next hour into parts; false after the last one.
    private mutating func findHour() throws -> Bool {
        guard let from = nextBucket else { return false }
        let request: SQL = """
            SELECT c.bucket_ms, sum(c.event_count) FROM registration_chunk c
            WHERE c.bucket_ms >= \(from) AND \(devices) GROUP BY c.bucket_ms ORDER BY c.bucket_ms LIMIT 1
            """
        let hour = try PreparedStatement(db, request).first { (start: $0.int64(0), count: $0.int(1)) }
        guard let hour, filter.until.map({ hour.start < $0.milliseconds }) ?? true else {
            nextBucket = nil
            return false
        }
        let span = FixChunk.spanMilliseconds
        bucket = hour.start
        nextBucket = hour.start + span
        let length = max(1, span / Int64(1 + hour.count / partSize))
        parts = stride(from: hour.start, to: hour.start + span, by: Int(length))
            .map { $0..<min($0 + length, hour.start + span) }
            .filter { $0.upperBound > earliest }
            .reversed()
        return true
    }

    private func events(of part: Range<Int64>) throws -> [Found] {
        let request: SQL = """
            SELECT c.device, d.id, c.events FROM registration_chunk c JOIN device d ON d.key = c.device
            WHERE c.bucket_ms = \(bucket) AND c.first_ms < \(part.upperBound) AND c.last_ms >= \(part.lowerBound)
                AND \(devices)
            """
        var found: [Found] = []
        try PreparedStatement(db, request).forEachRow { row in
            let device: (key: DeviceKey, id: DeviceID) = (DeviceKey(rawValue: row.int64(0)), try row.identifier(1))
            for event in try RegistrationPacking.events(of: row.bytes(2), bucket: Timestamp(milliseconds: bucket))
            where part.contains(event.at.milliseconds) {
                let cursor = EventCursor(
                    occurredAt: event.at,
                    device: device.key,
                    inputAt: event.at,
                    ordinal: Int(event.ordinal)
                )
                if matches(event, cursor) { found.append(Found(cursor: cursor, device: device.id, event: event)) }
            }
        }
        return found.sorted { $1.cursor < $0.cursor }
    }

    private func matches(_ event: RegistrationEvent, _ cursor: EventCursor) -> Bool {
        if let after = filter.after, !(after < cursor) { return false }
        if let since = filter.since, event.at < since { return false }
        if let until = filter.until, event.at >= until { return false }
        return filter.kinds.isEmpty || filter.kinds.contains(event.isRegistered ? "Registered" : "Unregistered")
    }

    /// On a row of `registration_chunk c`.
    private var devices: SQL {
        var conditions: [SQL] = ["1"]
        if let device = filter.device {
            conditions.append("c.device = (SELECT key FROM device WHERE id = \(device.text))")
        }
        if let member = filter.member {
            conditions.append(
                """
                c.device IN (SELECT d.key FROM device d JOIN member m ON m.key = d.member WHERE m.id = \(member.text))
                """
            )
        }
        return "\(conditions.joined(operator: .and))"
    }
}
