internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The visits that are declined because an added one counts instead, and what was chosen with added visits.
struct LinkTable {
    private let find: PreparedStatement
    private let upsert: PreparedStatement
    private let remove: PreparedStatement
    private let choose: PreparedStatement
    private let choices: PreparedStatement
    private let forget: PreparedStatement

    struct Entry {
        let link: VisitReview.Link
        /// The visit's status and verdict without the added visit.
        let status: Visit.Status
        let verdict: Visit.Verdict
    }

    init(_ db: Database) throws {
        self.find = try PreparedStatement(
            db,
            "SELECT added, kind, engine_status, engine_verdict FROM visit_link WHERE visit = ?"
        )
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO visit_link (visit, added, kind, engine_status, engine_verdict) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (visit) DO UPDATE SET added = excluded.added, kind = excluded.kind,
                engine_status = excluded.engine_status, engine_verdict = excluded.engine_verdict
            """
        )
        self.remove = try PreparedStatement(db, "DELETE FROM visit_link WHERE visit = ?")
        self.choose = try PreparedStatement(
            db,
            """
            INSERT INTO visit_choice (added, other, kind) VALUES (?, ?, ?)
            ON CONFLICT (added, other) DO UPDATE SET kind = excluded.kind
            """
        )
        self.choices = try PreparedStatement(
            db,
            "SELECT added, other, kind FROM visit_choice WHERE added = ?1 OR other = ?1 ORDER BY added, other"
        )
        self.forget = try PreparedStatement(db, "DELETE FROM visit_choice WHERE added = ?")
    }

    func entry(of visit: VisitID) throws -> Entry? {
        find.bind(1, visit.text)
        return try find.first { row in
            Entry(
                link: VisitReview.Link(try row.named(1), to: try row.identifier(0)),
                status: try row.named(2),
                verdict: try row.named(3)
            )
        }
    }

    /// Stores a link with the status and verdict that the engine gave the visit; `nil` removes it.
    func write(_ link: VisitReview.Link?, of visit: Visit) throws {
        guard let link else {
            remove.bind(1, visit.id.text)
            try remove.run()
            return
        }
        upsert.bind(1, visit.id.text)
        upsert.bind(2, link.visit.text)
        upsert.bind(3, link.kind.rawValue)
        upsert.bind(4, visit.status.rawValue)
        upsert.bind(5, visit.verdict.rawValue)
        try upsert.run()
    }

    func choose(_ kind: VisitReview.Link.Kind, about other: VisitID, with added: VisitID) throws {
        choose.bind(1, added.text)
        choose.bind(2, other.text)
        choose.bind(3, kind.rawValue)
        try choose.run()
    }

    /// The choices that were made with a visit or about it.
    func choices(of visit: VisitID) throws -> [(pair: AddedVisits.Pair, kind: VisitReview.Link.Kind)] {
        choices.bind(1, visit.text)
        return try choices.all { row in
            (AddedVisits.Pair(try row.identifier(0), try row.identifier(1)), try row.named(2))
        }
    }

    /// Removes what was chosen with an added visit.
    func forget(_ added: VisitID) throws {
        forget.bind(1, added.text)
        try forget.run()
    }
}
