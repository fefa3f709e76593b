internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Writes the engine's results for many devices in one transaction.
    ///
    /// A state is never on disk without the events and visits it refers to, nor they without it. All devices of one
    /// call share one disk synchronisation.
    ///
    /// Several commits of the same device are written in the given order. `publishing` queues webhook messages for what
    /// is new. `quarantining` are records of the same request that could not be processed. `intake` are fixes that are
    /// not processed yet, to be appended to the pending-fix log; the sequence numbers of these log entries are
    /// returned. Log entries before `forgettingIntakeBefore` are deleted, because the devices' states contain them.
    ///
    /// With `live`, the events happen now, and a new event gets the next sequence number of `EventRepository.emitted`;
    /// one replayed from files gets none. An event written again under the same id keeps the number it had.
    ///
    /// Retention counts from `storedAt`, the current time. `nil` stands for the time of the last fix of each hour, as
    /// on a phone that stores what it has just recorded.
    ///
    /// Throws `StorageError`: `unknownName` when an event, stay or visit names a facility, member or device that is not
    /// in the database; `outpaced` when a device's state is not the one its commit was computed from, or when another
    /// process has taken over the pending-fix log from `writer` (`IntakeRepository.acquireWriter`); `conflict` when an
    /// event's place in the journal is taken.
    @discardableResult
    package func commit(
        _ batch: [DeviceCommit],
        publishing: OutboxSettings? = nil,
        live: Bool = false,
        storedAt: Timestamp? = nil,
        quarantining: [NewQuarantine] = [],
        intake: [IntakeEntry] = [],
        by writer: Int64 = 0,
        forgettingIntakeBefore number: Int64? = nil
    ) throws -> [Int64] {
        guard !batch.isEmpty || !quarantining.isEmpty || !intake.isEmpty || number != nil else { return [] }
        // Neighbours in the batch become neighbours in the file; the sort keeps the order of equal keys.
        let order = batch.indices.sorted {
            (batch[$0].device.rawValue, $0) < (batch[$1].device.rawValue, $1)
        }
        return try database.write { db in
            let numbers = try writeIntake(intake, by: writer, forgettingBefore: number, db)
            if !quarantining.isEmpty { try QuarantineWriter(db).write(quarantining) }
            guard !batch.isEmpty else { return numbers }
            let keys = try KeyFinder(db, database.lookups)
            let states = try DeviceStateWriter(db)
            let chunks = try FixChunkWriter(db, origin: live ? .live : .replayed, storedAt: storedAt)
            var events = try EventWriter(db, keys, live ? EmittedEventNumbers(db) : nil)
            let outbox = try OutboxWriter(db, publishing)
            let publisher = try outbox.map { try OutboxPublisher(db, $0) }
            let visits = try VisitWriter(db, keys, publisher, ReviewRules(db))
            for index in order { try states.write(batch[index], db) }
            for index in order { try chunks.write(batch[index]) }
            for index in order {
                let new = try events.write(batch[index], wanted: outbox?.wantedOfDevices ?? [])
                try outbox?.enqueue(new, of: batch[index].device, db)
            }
            try events.finish(db)
            for index in order { try visits.write(batch[index]) }
            for index in order { try visits.move(batch[index].movedStays) }
            try writeFences(batch, order, db)
            return numbers
        }
    }

    private func writeIntake(
        _ entries: [IntakeEntry],
        by writer: Int64,
        forgettingBefore number: Int64?,
        _ db: Database
    ) throws -> [Int64] {
        guard !entries.isEmpty || number != nil else { return [] }
        guard try Counter.intakeWriter.value(db) == writer else {
            throw StorageError(
                .outpaced,
                """
                another process is ingesting fixes into the same database; only one can at a time, so resume from its \
                state
                """
            )
        }
        if let number { try IntakeWriter.forget(before: number, db) }
        guard !entries.isEmpty else { return [] }
        let intake = try IntakeWriter(db)
        return try entries.map { try intake.write($0, db) }
    }

    private func writeFences(_ batch: [DeviceCommit], _ order: [Int], _ db: Database) throws {
        guard batch.contains(where: { $0.fences != nil }) else { return }
        let writer = try PhoneFencesWriter(db)
        for index in order {
            if let fences = batch[index].fences { try writer.write(fences, of: batch[index].device) }
        }
    }
}

struct PhoneFencesWriter {
    private let upsert: PreparedStatement

    init(_ db: Database) throws {
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO phone_fences (device, told, confirmed, doubtful, changed_ms) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (device) DO UPDATE SET told = excluded.told, confirmed = excluded.confirmed,
                doubtful = excluded.doubtful, changed_ms = excluded.changed_ms
            """
        )
    }

    func write(_ fences: PhoneFences, of device: DeviceKey) throws {
        upsert.bind(1, device.rawValue)
        upsert.bind(2, KeyList.text(of: fences.delivered))
        upsert.bind(3, KeyList.text(of: fences.confirmed))
        upsert.bind(4, KeyList.text(of: fences.doubtful))
        upsert.bind(5, fences.changedAt.milliseconds)
        try upsert.run()
    }
}
