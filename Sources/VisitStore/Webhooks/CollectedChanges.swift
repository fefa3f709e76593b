internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The changes of visits that messages are still to be made of.
///
/// A row keeps the visit as its messages describe it, so that the messages made later report the difference to the visit
/// as it is then. It is written in the transaction that changes the visit.
struct CollectedChanges {
    private let db: Database
    private let upsert: PreparedStatement
    private let remove: PreparedStatement
    private let mark: PreparedStatement

    init(_ db: Database) throws {
        self.db = db
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO collected_change (visit, since_ms, changed_ms, due_ms, entered_ms, dwelled_ms, exited_ms, status,
                evidence, verdict, month)
            SELECT key, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM visit WHERE id = ?1
            ON CONFLICT (visit) DO UPDATE SET changed_ms = max(since_ms, excluded.changed_ms), due_ms = excluded.due_ms
            """
        )
        self.remove = try PreparedStatement(
            db,
            "DELETE FROM collected_change WHERE visit = (SELECT key FROM visit WHERE id = ?)"
        )
        self.mark = try PreparedStatement(db, "UPDATE visit SET published = published | 1 WHERE id = ?")
    }

    /// Records that a visit changed, for messages that are made later; returns false where they are to be made at once.
    func add(_ id: VisitID, _ before: PublishedState, at now: Timestamp) throws -> Bool {
        let since = min(before.collectedSince ?? now, now)
        guard let due = try CollectionPeriods.read(db).dueAt(since: since, changedAt: now) else { return false }
        var facts: Visit.Facts?
        if case .facts(let reported, _) = before.published { facts = reported }
        upsert.bind(1, id.text)
        upsert.bind(2, since.milliseconds)
        upsert.bind(3, now.milliseconds)
        upsert.bind(4, due.milliseconds)
        upsert.bind(5, facts?.enteredAt.milliseconds)
        upsert.bind(6, facts?.dwelledAt?.milliseconds)
        upsert.bind(7, facts?.exitedAt?.milliseconds)
        upsert.bind(8, facts?.status.rawValue)
        upsert.bind(9, facts?.evidence.rawValue)
        upsert.bind(10, facts?.verdict.rawValue)
        upsert.bind(11, facts?.month.description)
        try upsert.run()
        if facts == nil { try reportFromEntry(id) }
        return true
    }

    func discard(_ id: VisitID) throws {
        remove.bind(1, id.text)
        try remove.run()
    }

    /// Has a visit without messages reported from its entry on when it next changes.
    func reportFromEntry(_ id: VisitID) throws {
        mark.bind(1, id.text)
        try mark.run()
    }

    /// Returns visits whose messages are due, longest due first, each with the time of its last change.
    static func due(
        _ db: Database,
        at time: Timestamp,
        limit: Int
    ) throws -> [(visit: Visit, state: PublishedState, changedAt: Timestamp)] {
        let find = try PreparedStatement(db, dueSQL)
        find.bind(1, time.milliseconds)
        find.bind(2, limit)
        return try find.all { row in
            let visit = try VisitColumns.visit(row)
            let changedAt = row.time(VisitColumns.count + PublishedState.columnCount)
            return (visit: visit, state: try PublishedState(row, of: visit), changedAt: changedAt)
        }
    }

    static let dueSQL = """
        SELECT \(VisitColumns.names), \(PublishedState.columns), c.changed_ms
        FROM collected_change c CROSS JOIN \(VisitColumns.tables)
        WHERE v.key = c.visit AND c.due_ms <= ? ORDER BY c.due_ms LIMIT ?
        """

    /// Deletes all, where there is no endpoint; the visits without messages stay without.
    static func discardAll(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE visit SET published = 0 WHERE messages = 0 AND key IN (SELECT visit FROM collected_change);
                DELETE FROM collected_change;
                """
        )
    }
}

/// A visit as its messages describe it, before it is written.
struct PublishedState {
    let published: PublishedVisit
    /// When the first of the changes was detected that no message is made of yet; `nil` where there are none.
    let collectedSince: Timestamp?

    /// In the order in which they are read, after those of `VisitColumns`; `c` is the visit's row of `collected_change`.
    static let columns = """
        v.messages, v.published, c.since_ms, c.entered_ms, c.dwelled_ms, c.exited_ms, c.status, c.evidence, c.verdict,
        c.month
        """
    static let columnCount: Int32 = 10

    /// A visit that is new.
    init() { (published, collectedSince) = (.nothing, nil) }

    init(_ row: Columns, of visit: Visit) throws {
        let start = VisitColumns.count
        let marks = row.int(start + 1)
        let hasExited = marks & Self.exitMark != 0
        collectedSince = row.optionalTime(start + 2)
        if collectedSince != nil {
            published = row.isNull(start + 3) ? .nothing : .facts(try Self.facts(row, start + 3), hasExited: hasExited)
        } else if row.int(start) > 0 {
            published = .facts(visit.facts, hasExited: hasExited)
        } else {
            published = marks & Self.entryMark != 0 ? .nothing : .withheld(visit.status)
        }
    }

    /// The bits of `visit.published`.
    static let (entryMark, exitMark) = (1, 2)

    private static func facts(_ row: Columns, _ start: Int32) throws -> Visit.Facts {
        Visit.Facts(
            enteredAt: row.time(start),
            dwelledAt: row.optionalTime(start + 1),
            exitedAt: row.optionalTime(start + 2),
            status: try row.named(start + 3),
            evidence: try row.named(start + 4),
            verdict: try row.named(start + 5),
            month: try VisitColumns.month(row, start + 6)
        )
    }
}
