internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension VisitDatabase {
    /// Runs the import of a file, after finishing one that was interrupted.
    ///
    /// Throws `StorageError` with code `conflict` while another file is imported, by this or another process.
    func importing<Value>(_ slices: ImportSlices, _ body: () throws -> Value) throws -> Value {
        guard let lock = try FileLock(database: path, suffix: Self.importLockSuffix) else {
            throw StorageError(
                .conflict,
                "another import is being written; nothing was imported, so repeat this one when the other has ended"
            )
        }
        defer { withExtendedLifetime(lock) {} }
        try StagedImport(database: self, slices: slices).finish()
        return try body()
    }

    /// Finishes or drops an import that its process did not finish; returns whether there was one.
    ///
    /// One that is under way is left to its process.
    @discardableResult
    func finishInterruptedImport(_ slices: ImportSlices) throws -> Bool {
        let isStaged = try translating { try pool.writeWithoutTransaction { try StagedImport.isStaged($0) } }
        guard isStaged, let lock = try FileLock(database: path, suffix: Self.importLockSuffix) else { return false }
        defer { withExtendedLifetime(lock) {} }
        return try StagedImport(database: self, slices: slices).finish()
    }

    private static let importLockSuffix = ".importing"
}

extension StagedImport {
    static func isStaged(_ db: Database) throws -> Bool {
        try PreparedStatement(db, "SELECT 1 FROM staged_import").hasRow()
    }

    /// Writes a confirmed import to its end, and drops any other; returns whether there was one.
    @discardableResult
    func finish() throws -> Bool {
        let isConfirmed = try database.read { db in
            try PreparedStatement(db, "SELECT is_confirmed FROM staged_import").first { $0.int(0) == 1 }
        }
        guard let isConfirmed else { return false }
        var pauses = ImportPauses(slices)
        if isConfirmed { try resume(&pauses) } else { try drop(&pauses) }
        return true
    }

    /// Writes the rest of a confirmed import.
    func resume(_ pauses: inout ImportPauses) throws {
        while try database.write({ try !apply($0, until: slices.timer()) }) { try pause(&pauses) }
    }

    /// Writes changes until the time is over, at least one; returns whether the import is finished.
    func apply(_ db: Database, until isOver: () -> Bool) throws -> Bool {
        let find = try PreparedStatement(
            db,
            """
            SELECT effective_ms, changes_places, default_time_zone, groups_from_day, today FROM staged_import
            """
        )
        let staged = try find.first { row in
            let stated = row.optionalInt64(3).map { CivilDate(daysSince1970: Int($0)) }
            return (
                effectiveFrom: row.optionalTime(0), changesPlaces: row.int(1) == 1, zone: row.optionalText(2),
                groupsFrom: row.optionalInt64(4).map {
                    GroupStart(stated: stated, today: CivilDate(daysSince1970: Int($0)))
                }
            )
        }
        guard let staged else { return true }
        var writer = try StagedChangeWriter(
            db,
            database.lookups,
            effectiveFrom: staged.effectiveFrom,
            groupsFrom: staged.groupsFrom
        )
        let read = try PreparedStatement(db, StagedChangeWriter.listSQL)
        var last: Int64?
        var isInterrupted = false
        try read.forEachRowWhile { row in
            last = try writer.write(row)
            isInterrupted = isOver()
            return !isInterrupted
        }
        try writer.finish(db)
        guard !isInterrupted else {
            try db.execute(literal: "DELETE FROM staged_change WHERE number <= \(last)")
            return false
        }
        if let zone = staged.zone { try db.set(.defaultTimeZone, to: zone) }
        if staged.changesPlaces { try Counter.places.raise(db) }
        try OutboxWriter.queueStagedMessage(db)
        try db.execute(sql: "DELETE FROM staged_change; DELETE FROM staged_exception; DELETE FROM staged_import")
        return true
    }

    /// Removes the changes of an import that is not confirmed.
    func drop(_ pauses: inout ImportPauses) throws {
        var isDropped = false
        while !isDropped {
            isDropped = try database.write { db in
                guard try !PreparedStatement(db, "SELECT 1 FROM staged_import WHERE is_confirmed").hasRow() else {
                    return true
                }
                try db.execute(
                    sql: """
                        DELETE FROM staged_change
                        WHERE number <= (SELECT min(number) FROM staged_change) + 2000
                        """
                )
                guard try !PreparedStatement(db, "SELECT 1 FROM staged_change").hasRow() else { return false }
                try db.execute(sql: "DELETE FROM staged_exception; DELETE FROM staged_import")
                return true
            }
            if !isDropped { try pause(&pauses) }
        }
    }
}

extension OutboxWriter {
    /// Queues the message of a staged import for the endpoints that subscribe to it now.
    fileprivate static func queueStagedMessage(_ db: Database) throws {
        let find = try PreparedStatement(
            db,
            "SELECT message_id, message_body, occurred_ms FROM staged_import WHERE message_id IS NOT NULL"
        )
        guard let message = try find.first({ (id: $0.text(0), body: $0.bytes(1), time: $0.int64(2)) }) else { return }
        let subscribers = try EndpointColumns.all(db).filter { $0.endpoint.wants(.facilityImported, of: nil) }
        guard !subscribers.isEmpty else { return }
        let insert = try PreparedStatement(
            db,
            """
            INSERT INTO webhook_message (id, type, subject, occurred_ms, queued_ms, body)
            VALUES (?1, ?2, ?3, ?4, ?4, ?5) RETURNING key
            """
        )
        insert.bind(1, message.id)
        insert.bind(2, MessageType.facilityImported.rawValue)
        insert.bind(3, importSubject)
        insert.bind(4, message.time)
        insert.bind(5, message.body)
        guard let key = try insert.first({ $0.int64(0) }) else { return }
        let deliveries = try DeliveryWriter(db)
        for subscriber in subscribers {
            try deliveries.queue(key, to: subscriber.key, ofVisit: nil, dueAt: message.time)
        }
    }
}
