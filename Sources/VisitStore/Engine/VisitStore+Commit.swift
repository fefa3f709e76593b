internal import GRDB
public import VisitModel

extension VisitStore {
    /// Writes what the engine found out about many devices, in one transaction.
    ///
    /// A state is never on disk without the events and visits it speaks of, nor they without it. Many devices in one
    /// call share one wait for the disk.
    ///
    /// - Parameters:
    ///   - batch: a device each; the same device may come more than once and is then written in that order.
    ///   - telling: whether, and how, other systems are told of what is new; `nil` tells nobody.
    ///   - live: whether this happens now. An event that was not there before then gets the next number of those that are
    ///     told to listeners (`events(toldAfter:limit:)`); what is replayed from files gets none. An event that is made anew
    ///     under the same id keeps what it had.
    ///   - storedAt: now: retention counts from then; `nil` for the time of the last fix of each hour, as on a phone that
    ///     stores what it has just recorded.
    ///   - quarantining: records that came with it and can't be used.
    ///   - intake: fixes that nothing came of yet, put down as they came.
    ///   - writer: the number under which they are put down (`takeOverIntake()`).
    ///   - number: what of the intake lies before it is deleted, for all of it is in the devices' states; `nil` deletes
    ///     nothing.
    /// - Returns: the numbers of the entries of the intake.
    /// - Throws: `VisitStoreError`, with code `unknownName` when an event, stay or visit names a facility, member or
    ///   device that is not in the database, `outpaced` when the state of a
    ///   device is not the one that its commit was made from, or another process has taken the intake over, `conflict` when an event's place in the journal is taken.
    @discardableResult
    public func commit(
        _ batch: [DeviceCommit],
        telling: OutboxSettings? = nil,
        live: Bool = false,
        storedAt: Timestamp? = nil,
        quarantining: [NewQuarantine] = [],
        intake: [IntakeEntry] = [],
        by writer: Int64 = 0,
        forgettingIntakeBefore number: Int64? = nil
    ) throws -> [Int64] {
        guard !batch.isEmpty || !quarantining.isEmpty || !intake.isEmpty || number != nil else { return [] }
        // Neighbours in the batch are neighbours in the file then; the sort keeps the order of equal keys.
        let order = batch.indices.sorted {
            (batch[$0].device.rawValue, $0) < (batch[$1].device.rawValue, $1)
        }
        return try write { db in
            let putDown = try writeIntake(intake, by: writer, forgettingBefore: number, db)
            if !quarantining.isEmpty { try QuarantineWriter(db).write(quarantining) }
            guard !batch.isEmpty else { return putDown }
            let keys = try KeyFinder(db, lookups)
            let states = try DeviceStateWriter(db)
            let chunks = try FixChunkWriter(db, origin: live ? .live : .replayed, storedAt: storedAt)
            var events = try EventWriter(db, keys, live ? EmittedEventNumbers(db) : nil)
            let outbox = try OutboxWriter(db, telling)
            let teller = try outbox.map { try OutboxPublisher(db, $0, keys, batch) }
            let visits = try VisitWriter(db, keys, teller, ReviewRules(db))
            for index in order {
                try states.write(batch[index], db)
            }
            for index in order {
                try chunks.write(batch[index])
            }
            for index in order {
                let new = try events.write(batch[index], wanted: outbox?.wantedOfDevices ?? [])
                try outbox?.enqueue(new, of: batch[index].device, db)
            }
            try events.finish(db)
            for index in order {
                try visits.write(batch[index])
            }
            for index in order {
                try visits.move(batch[index].movedStays)
            }
            try writeFences(batch, order, db)
            return putDown
        }
    }

    /// Puts down what nothing came of yet.
    private func writeIntake(
        _ entries: [IntakeEntry],
        by writer: Int64,
        forgettingBefore number: Int64?,
        _ db: Database
    ) throws -> [Int64] {
        guard !entries.isEmpty || number != nil else { return [] }
        guard try Counter.intakeWriter.value(db) == writer else {
            throw VisitStoreError(
                .outpaced,
                "another process takes fixes in for the same database; one at a time can, so go on from what it has left"
            )
        }
        if let number { try IntakeWriter.forget(before: number, db) }
        guard !entries.isEmpty else { return [] }
        let intake = try IntakeWriter(db)
        return try entries.map { try intake.write($0, db) }
    }

    /// Writes which fences the phones of a batch were told to keep, where that is part of it.
    private func writeFences(_ batch: [DeviceCommit], _ order: [Int], _ db: Database) throws {
        guard batch.contains(where: { $0.fences != nil }) else { return }
        let writer = try PhoneFencesWriter(db)
        for index in order {
            if let fences = batch[index].fences { try writer.write(fences, of: batch[index].device) }
        }
    }
}
