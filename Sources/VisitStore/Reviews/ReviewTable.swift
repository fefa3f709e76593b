internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// What people decided about visits themselves, and not with added ones.
struct ReviewTable {
    private let find: PreparedStatement
    private let upsert: PreparedStatement
    private let remove: PreparedStatement
    private let visit: PreparedStatement

    /// In the order in which `review` reads them.
    static let names = "r.decision, r.note, r.reviewer, r.reviewed_ms"

    init(_ db: Database) throws {
        self.find = try PreparedStatement(
            db,
            "SELECT \(Self.names), r.engine_status, r.engine_verdict FROM visit_review r WHERE r.visit = ?"
        )
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO visit_review (visit, decision, note, reviewer, reviewed_ms, engine_status, engine_verdict)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (visit) DO UPDATE SET decision = excluded.decision, note = excluded.note,
                reviewer = excluded.reviewer, reviewed_ms = excluded.reviewed_ms,
                engine_status = excluded.engine_status, engine_verdict = excluded.engine_verdict
            """
        )
        self.remove = try PreparedStatement(db, "DELETE FROM visit_review WHERE visit = ?")
        self.visit = try PreparedStatement(
            db,
            "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables) WHERE v.id = ?"
        )
    }

    struct Entry {
        let review: VisitReview
        /// The visit's status without the decision.
        let status: Visit.Status
        /// The visit's verdict without the decision.
        let verdict: Visit.Verdict
    }

    func entry(of id: VisitID) throws -> Entry? {
        find.bind(1, id.text)
        return try find.first { row in
            Entry(review: try Self.review(row), status: try row.named(4), verdict: try row.named(5))
        }
    }

    /// The reviews as they hold: that of a visit about which an added one decides has its decision.
    func reviews(of visits: [VisitID], _ links: LinkTable) throws -> [VisitID: VisitReview] {
        var reviews: [VisitID: VisitReview] = [:]
        for visit in visits { reviews[visit] = try review(of: visit, links) }
        return reviews
    }

    /// As `reviews(of:_:)`, of one visit.
    func review(of visit: VisitID, _ links: LinkTable) throws -> VisitReview? {
        let own = try entry(of: visit)?.review
        guard let link = try links.entry(of: visit)?.link else { return own }
        return VisitReview(link, by: try entry(of: link.visit)?.review, own: own)
    }

    /// Stores a review with the status and verdict that the engine gave the visit.
    func write(_ review: VisitReview, of visit: Visit) throws {
        upsert.bind(1, visit.id.text)
        upsert.bind(2, review.decision?.rawValue)
        upsert.bind(3, review.note)
        upsert.bind(4, review.reviewer)
        upsert.bind(5, review.at.milliseconds)
        upsert.bind(6, visit.status.rawValue)
        upsert.bind(7, visit.verdict.rawValue)
        try upsert.run()
    }

    func remove(_ id: VisitID) throws {
        remove.bind(1, id.text)
        try remove.run()
    }

    func stored(_ id: VisitID) throws -> Visit? {
        visit.bind(1, id.text)
        return try visit.first { try VisitColumns.visit($0) }
    }

    static func review(_ row: Columns, from index: Int32 = 0) throws -> VisitReview {
        VisitReview(
            decision: row.isNull(index) ? nil : try row.named(index),
            note: row.text(index + 1),
            reviewer: row.text(index + 2),
            at: row.time(index + 3)
        )
    }
}
