internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Reads the events of `registration_chunk` that match a filter, in the order of `EventCursor`.
///
/// An hour is read in parts of at most 50,000 events, so that the memory does not grow with the number of devices; only the events
/// of one millisecond are one part, however many they are. Each part decodes the chunks of its hour that reach into it.
struct RegistrationScan {
    struct Found {
        let cursor: EventCursor
        let device: DeviceID
        let event: RegistrationEvent
    }

    private let db: Database
    private let filter: EventFilter
    private let partSize: Int
    /// The devices that the filter allows; `nil` stands for all.
    private let devices: [DeviceKey]?
    /// No event that matches is earlier.
    private let earliest: Int64
    /// Read, and not yet returned: the next one is last.
    private var waiting: [Found] = []
    /// The parts of the present hour that are not read, the next one last.
    private var parts: [Range<Int64>] = []
    private var bucket: Int64 = 0
    /// The first hour that may come next; `nil` after the last one.
    private var nextBucket: Int64?

    /// Returns `nil` where the filter excludes all changes of registrations.
    static func matching(_ filter: EventFilter, _ db: Database, partSize: Int = 50_000) throws -> RegistrationScan? {
        guard filter.facility == nil, filter.visit == nil,
            filter.kinds.isEmpty || filter.kinds.contains(RegistrationEvent.kindNames.registered)
                || filter.kinds.contains(RegistrationEvent.kindNames.unregistered)
        else { return nil }
        return RegistrationScan(db, filter, partSize: partSize, devices: try filter.devices(db))
    }

    private init(_ db: Database, _ filter: EventFilter, partSize: Int, devices: [DeviceKey]?) {
        self.db = db
        self.filter = filter
        self.partSize = partSize
        self.devices = devices
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
            try RegistrationPacking.events(of: row.bytes(1), bucket: row.time(0)).filter { $0.at >= time }.map(\.id)
        }
        .flatMap(\.self)
    }

    private mutating func read() throws {
        while waiting.isEmpty {
            guard let part = parts.popLast() else {
                guard try findHour() else { return }
                continue
            }
            if let events = try events(of: part) {
                waiting = events
            } else {
                let middle = part.lowerBound + (part.upperBound - part.lowerBound) / 2
                parts += [middle..<part.upperBound, part.lowerBound..<middle]
            }
        }
    }

    /// Makes the next hour a part; false after the last one.
    private mutating func findHour() throws -> Bool {
        guard let from = nextBucket, let hour = try nextHour(from: from),
            filter.until.map({ hour < $0.milliseconds }) ?? true
        else {
            nextBucket = nil
            return false
        }
        guard RegistrationEvent.times.contains(Timestamp(milliseconds: hour)) else {
            throw StorageError.damaged("an hour of changed registrations at \(hour) ms")
        }
        bucket = hour
        nextBucket = hour + FixChunk.spanMilliseconds
        parts = [max(hour, earliest)..<hour + FixChunk.spanMilliseconds]
        return true
    }

    private func nextHour(from start: Int64) throws -> Int64? {
        guard let devices else {
            let first = try PreparedStatement(db, "SELECT min(bucket_ms) FROM registration_chunk WHERE bucket_ms >= ?")
            first.bind(1, start)
            return try first.first { $0.optionalInt64(0) } ?? nil
        }
        let first = try PreparedStatement(
            db,
            "SELECT min(bucket_ms) FROM registration_chunk WHERE device = ? AND bucket_ms >= ?"
        )
        return try devices.compactMap { device in
            first.bind(1, device.rawValue)
            first.bind(2, start)
            return try first.first { $0.optionalInt64(0) } ?? nil
        }.min()
    }

    /// Returns `nil` where there are too many for one part, and it can be divided.
    private func events(of part: Range<Int64>) throws -> [Found]? {
        let ofDevices: SQL =
            devices.map { keys in
                "AND c.device IN (\(keys.map { "\($0.rawValue)" as SQL }.joined(separator: ", ")))"
            } ?? ""
        let request: SQL = """
            SELECT c.device, d.id, c.events FROM registration_chunk c JOIN device d ON d.key = c.device
            WHERE c.bucket_ms = \(bucket) AND c.first_ms < \(part.upperBound) AND c.last_ms >= \(part.lowerBound)
                \(ofDevices)
            """
        var (found, fits): ([Found], Bool) = ([], true)
        try PreparedStatement(db, request).forEachRowWhile { row in
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
            fits = found.count <= partSize || part.upperBound - part.lowerBound < 2
            return fits
        }
        return fits ? found.sorted { $1.cursor < $0.cursor } : nil
    }

    private func matches(_ event: RegistrationEvent, _ cursor: EventCursor) -> Bool {
        if let after = filter.after, !(after < cursor) { return false }
        if let since = filter.since, event.at < since { return false }
        if let until = filter.until, event.at >= until { return false }
        return filter.kinds.isEmpty || filter.kinds.contains(event.kindName)
    }
}

extension EventFilter {
    /// The devices that the filter allows; `nil` stands for all.
    fileprivate func devices(_ db: Database) throws -> [DeviceKey]? {
        guard device != nil || member != nil else { return nil }
        var conditions: [SQL] = []
        if let device { conditions.append("d.id = \(device.text)") }
        if let member { conditions.append("m.id = \(member.text)") }
        let request: SQL = """
            SELECT d.key FROM device d JOIN member m ON m.key = d.member WHERE \(conditions.joined(operator: .and))
            """
        return try PreparedStatement(db, request).all { DeviceKey(rawValue: $0.int64(0)) }
    }
}
