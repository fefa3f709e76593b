internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// An import that is written in short transactions, so that other writers get between them.
///
/// ```
/// rehearsal on copies, without a lock ─▶ its changes as rows of staged_change ─▶ confirmed ─▶ written, row by row
///                                        └────────── dropped if interrupted ──────────┘      └─ resumed if interrupted
/// ```
///
/// Every error of the file is found by the rehearsal. Until the import is confirmed, nothing is changed; afterwards it is
/// written to its end, by the next process that opens the database where need be. Facilities, lists and phones that
/// others change in the meantime stay as they did (`ImportExceptions`). A lock beside the database admits one import at
/// a time.
struct StagedImport {
    let database: VisitDatabase
    let slices: ImportSlices

    /// What is confirmed with the changes.
    struct Terms {
        /// `nil` for members.
        var effectiveFrom: Timestamp?
        /// `nil` keeps the database's.
        var defaultTimeZone: TimeZoneName?
        /// Whether the index of the facilities in memory has to be read again.
        var changesPlaces: Bool
        /// `nil` where no change sets a group.
        var groupsFrom: GroupStart?
        var publishing: OutboxSettings?
        /// The message to other systems, made in the confirming transaction.
        var message: (OutboxWriter, Database) throws -> WebhookMessage?
    }

    /// Rehearses an import and writes its changes; an error of `body` changes nothing.
    func run<Summary>(
        _ comparison: StagedChange.Comparison,
        _ body: (Database) throws -> Summary,
        terms: (Summary) -> Terms
    ) throws -> Summary {
        // From here on others note what they change; the rehearsal reads the state after this.
        try database.write { try $0.execute(sql: "INSERT INTO staged_import (id) VALUES (1)") }
        do {
            return try database.rehearse(comparison, body) { summary, collected in
                try write(collected, terms(summary))
                return summary
            }
        } catch {
            // Where this fails too, the next opening does it. A confirmed import stays and is written then.
            var pauses = ImportPauses(slices)
            try? drop(&pauses)
            throw error
        }
    }

    private func write(_ collected: Database, _ terms: Terms) throws {
        let count = try Int.fetchOne(collected, sql: "SELECT count(*) FROM temp.import_change") ?? 0
        guard count > slices.directLimit else {
            try database.write { db in
                // The same statements, so that a short import takes no other way than a long one.
                _ = try stage(collected, from: 0, db) { false }
                try confirm(terms, db)
                _ = try apply(db) { false }
            }
            return
        }
        var pauses = ImportPauses(slices)
        var next: Int64? = 0
        while let start = next {
            next = try database.write { try stage(collected, from: start, $0, until: slices.timer()) }
            try pause(&pauses)
        }
        try database.write { try confirm(terms, $0) }
        try pause(&pauses)
        try resume(&pauses)
    }

    /// Lets other writers in.
    func pause(_ pauses: inout ImportPauses) throws {
        // The log can't become longer than it is copied.
        database.checkpoints.copy()
        let version = try database.translating {
            try database.pool.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
        pauses.pause(dataVersion: version)
    }

    /// Copies changes until the time is over; returns the number of the next one, `nil` after the last.
    private func stage(
        _ collected: Database,
        from start: Int64,
        _ db: Database,
        until isOver: () -> Bool
    ) throws -> Int64? {
        let read = try StagedChange.collected(collected)
        let insert = try StagedChange.insertion(db)
        read.bind(1, start)
        var next: Int64?
        try read.forEachRowWhile { row in
            let number = try StagedChange.copy(row, with: insert)
            next = isOver() ? number + 1 : nil
            return next == nil
        }
        return next
    }

    private func confirm(_ terms: Terms, _ db: Database) throws {
        var message: WebhookMessage?
        var body: [UInt8]?
        if let outbox = try OutboxWriter(db, terms.publishing), let made = try terms.message(outbox, db) {
            message = made
            body = try outbox.publishing.composer.body(made, false)
        }
        let update = try PreparedStatement(
            db,
            """
            UPDATE staged_import
            SET is_confirmed = 1, effective_ms = ?, changes_places = ?, message_id = ?, message_body = ?, occurred_ms = ?,
                default_time_zone = ?, groups_from_day = ?, today = ?
            """
        )
        update.bind(1, terms.effectiveFrom?.milliseconds)
        update.bind(2, terms.changesPlaces ? 1 : 0)
        update.bind(3, message?.id.text)
        update.bind(4, body)
        update.bind(5, message?.occurredAt.milliseconds)
        update.bind(6, terms.defaultTimeZone?.identifier)
        update.bind(7, terms.groupsFrom?.stated.map { Int64($0.daysSince1970) })
        update.bind(8, terms.groupsFrom.map { Int64($0.today.daysSince1970) })
        try update.run()
    }
}
