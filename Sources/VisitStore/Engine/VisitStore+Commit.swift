internal import GRDB
internal import VisitModel

extension VisitStore {
    /// Writes what the engine found out about many devices, in one transaction.
    ///
    /// A state is never on disk without the events and visits it speaks of, nor they without it. Many devices in one
    /// call share one wait for the disk.
    ///
    /// - Parameters:
    ///   - batch: a device each; the same device may come more than once and is then written in that order.
    ///   - telling: whether, and how, other systems are told of what is new; `nil` tells nobody.
    /// - Throws: `VisitStoreError`, with code `unknownName` when an event, stay or visit names a facility, member or
    ///   device that is not in the database, `conflict` when an event's place in the journal is taken.
    public func commit(_ batch: [DeviceCommit], telling: Telling? = nil) throws {
        guard !batch.isEmpty else { return }
        // Neighbours in the batch are neighbours in the file then; the sort keeps the order of equal keys.
        let order = batch.indices.sorted {
            (batch[$0].device.rawValue, $0) < (batch[$1].device.rawValue, $1)
        }
        try write { db in
            let keys = try KeyFinder(db, lookups)
            let states = try DeviceStateWriter(db)
            let chunks = try FixChunkWriter(db)
            let events = try EventWriter(db, keys)
            let outbox = try OutboxWriter(db, telling)
            let visits = try VisitWriter(db, keys, outbox.map { try VisitTeller(db, $0, keys, batch) })
            for index in order {
                try states.write(batch[index])
            }
            for index in order {
                try chunks.write(batch[index])
            }
            for index in order {
                let newErrors = try events.write(batch[index])
                try outbox?.tell(newErrors, of: batch[index].device, db)
            }
            for index in order {
                try visits.write(batch[index])
            }
            for index in order {
                try visits.move(batch[index].movedStays)
            }
        }
    }
}
