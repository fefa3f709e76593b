internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Adds replayed changes of registrations to the hours of a device's journal, and removes the end of it.
struct RegistrationChunkWriter {
    private let find: PreparedStatement
    private let upsert: PreparedStatement
    private let end: PreparedStatement
    private let delete: PreparedStatement
    private let rows: PreparedStatement

    /// Prepares the statements of one transaction.
    init(_ db: Database) throws {
        self.find = try PreparedStatement(
            db,
            """
            SELECT first_ms, last_ms, last_ordinal, event_count, events FROM registration_chunk
            WHERE device = ? AND bucket_ms = ?
            """
        )
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO registration_chunk (device, bucket_ms, first_ms, last_ms, last_ordinal, event_count, events)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device, bucket_ms) DO UPDATE SET first_ms = excluded.first_ms, last_ms = excluded.last_ms,
                last_ordinal = excluded.last_ordinal, event_count = excluded.event_count, events = excluded.events
            """
        )
        self.end = try PreparedStatement(
            db,
            "SELECT bucket_ms, events FROM registration_chunk WHERE device = ? AND bucket_ms >= ? ORDER BY bucket_ms"
        )
        self.delete = try PreparedStatement(
            db,
            "DELETE FROM registration_chunk WHERE device = ? AND bucket_ms >= ?"
        )
        self.rows = try PreparedStatement(
            db,
            "SELECT trigger_ms, ordinal FROM event WHERE device = ? AND trigger_ms BETWEEN ? AND ?"
        )
    }

    /// Throws `StorageError` with code `conflict` when an event's place in the journal is taken.
    func append(_ events: [RegistrationEvent], to device: DeviceKey) throws {
        var rest = events[...]
        while let first = rest.first {
            let bucket = FixChunk.bucket(of: first.at)
            let next = rest.firstIndex { FixChunk.bucket(of: $0.at) != bucket } ?? rest.endIndex
            try append(rest[..<next], to: device, bucket: bucket)
            rest = rest[next...]
        }
    }

    /// Removes the events of a time on, and returns them in the order of the journal.
    func remove(from start: Timestamp, of device: DeviceKey) throws -> [RegistrationEvent] {
        let bucket = FixChunk.bucket(of: start)
        end.bind(1, device.rawValue)
        end.bind(2, bucket.milliseconds)
        let events = try end.all { row in
            try RegistrationPacking.events(of: row.bytes(1), bucket: row.time(0))
        }
        .flatMap(\.self)
        guard let last = events.last, last.at >= start else { return [] }
        delete.bind(1, device.rawValue)
        delete.bind(2, bucket.milliseconds)
        try delete.run()
        let first = events.firstIndex { $0.at >= start } ?? events.endIndex
        if first > 0 { try write(Array(events[..<first]), to: device, bucket: bucket) }
        return Array(events[first...])
    }

    private func append(_ events: ArraySlice<RegistrationEvent>, to device: DeviceKey, bucket: Timestamp) throws {
        try refusePlacesOfRows(events, device)
        find.bind(1, device.rawValue)
        find.bind(2, bucket.milliseconds)
        let stored = try find.first { row in
            let stored = Stored(
                first: row.time(0),
                last: (row.time(1), row.int(2)),
                count: row.int(3),
                bytes: row.bytes(4)
            )
            guard FixChunk.bucket(of: stored.last.at) == bucket, RegistrationEvent.counts.contains(stored.count) else {
                throw StorageError.damaged(
                    "an hour of changed registrations with wrong bounds, at \(bucket.milliseconds) ms"
                )
            }
            return stored
        }
        let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.precedes($1) }
        guard isInOrder, let first = events.first, let last = events.last,
            stored.map({ $0.last < (first.at, Int(first.ordinal)) }) ?? true
        else {
            let before = try stored.map { try RegistrationPacking.events(of: $0.bytes, bucket: bucket) } ?? []
            return try write((before + events).sorted { $0.precedes($1) }, to: device, bucket: bucket)
        }
        let chunk = Stored(
            first: stored?.first ?? first.at,
            last: (last.at, Int(last.ordinal)),
            count: (stored?.count ?? 0) + events.count,
            bytes: (stored?.bytes ?? []) + RegistrationPacking.bytes(of: events, bucket: bucket)
        )
        try write(chunk, to: device, bucket: bucket)
    }

    /// Throws where an event has the place of a row of `event`.
    private func refusePlacesOfRows(_ events: ArraySlice<RegistrationEvent>, _ device: DeviceKey) throws {
        guard let first = events.lazy.map(\.at).min(), let last = events.lazy.map(\.at).max() else { return }
        rows.bind(1, device.rawValue)
        rows.bind(2, first.milliseconds)
        rows.bind(3, last.milliseconds)
        try rows.forEachRow { row in
            let (at, ordinal) = (row.time(0), row.int(1))
            if events.contains(where: { $0.at == at && Int($0.ordinal) == ordinal }) { throw Self.conflict(at: at) }
        }
    }

    private static func conflict(at time: Timestamp) -> StorageError {
        StorageError(.conflict, "two events have the same place in a phone's journal, at \(time.milliseconds) ms")
    }

    /// Writes the events of an hour in order in place of those that it has.
    private func write(_ events: [RegistrationEvent], to device: DeviceKey, bucket: Timestamp) throws {
        guard let first = events.first, let last = events.last else { return }
        for (event, next) in zip(events, events.dropFirst()) where !event.precedes(next) {
            throw Self.conflict(at: next.at)
        }
        let chunk = Stored(
            first: first.at,
            last: (last.at, Int(last.ordinal)),
            count: events.count,
            bytes: RegistrationPacking.bytes(of: events, bucket: bucket)
        )
        try write(chunk, to: device, bucket: bucket)
    }

    private func write(_ chunk: Stored, to device: DeviceKey, bucket: Timestamp) throws {
        upsert.bind(1, device.rawValue)
        upsert.bind(2, bucket.milliseconds)
        upsert.bind(3, chunk.first.milliseconds)
        upsert.bind(4, chunk.last.at.milliseconds)
        upsert.bind(5, chunk.last.ordinal)
        upsert.bind(6, chunk.count)
        upsert.bind(7, chunk.bytes)
        try upsert.run()
    }

    private struct Stored {
        let first: Timestamp
        let last: (at: Timestamp, ordinal: Int)
        let count: Int
        let bytes: [UInt8]
    }
}
