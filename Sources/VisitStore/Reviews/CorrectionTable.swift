internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The history of reviews, by visit.
struct CorrectionTable {
    private let insert: PreparedStatement
    private let list: PreparedStatement
    private let move: PreparedStatement

    init(_ db: Database) throws {
        self.insert = try PreparedStatement(
            db,
            """
            INSERT INTO visit_correction (visit, action, note, reviewer, reviewer_name, corrected_ms, before_decision,
                before_note, before_reviewer, before_ms, linked)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        self.list = try PreparedStatement(
            db,
            """
            SELECT action, note, reviewer, reviewer_name, corrected_ms, before_decision, before_note, before_reviewer,
                before_ms, linked
            FROM visit_correction WHERE visit = ? ORDER BY key
            """
        )
        self.move = try PreparedStatement(db, "UPDATE visit_correction SET visit = ? WHERE visit = ?")
    }

    func add(_ correction: VisitCorrection, to visit: VisitID) throws {
        insert.bind(1, visit.text)
        insert.bind(2, correction.action.rawValue)
        insert.bind(3, correction.note)
        insert.bind(4, correction.reviewer)
        insert.bind(5, correction.reviewerName)
        insert.bind(6, correction.at.milliseconds)
        insert.bind(7, correction.before?.decision?.rawValue)
        insert.bind(8, correction.before?.note)
        insert.bind(9, correction.before?.reviewer)
        insert.bind(10, correction.before?.at.milliseconds)
        insert.bind(11, correction.linked?.text)
        try insert.run()
    }

    /// In order.
    func all(of visit: VisitID) throws -> [VisitCorrection] {
        list.bind(1, visit.text)
        return try list.all { row in
            let before = row.isNull(8) ? nil : try ReviewTable.review(row, from: 5)
            return VisitCorrection(
                action: try row.named(0),
                note: row.text(1),
                reviewer: row.text(2),
                reviewerName: row.isNull(3) ? nil : row.text(3),
                at: row.time(4),
                before: before,
                linked: try row.optionalIdentifier(9)
            )
        }
    }

    /// In order; a visit without one is missing.
    func all(of visits: [VisitID]) throws -> [VisitID: [VisitCorrection]] {
        var corrections: [VisitID: [VisitCorrection]] = [:]
        for visit in visits {
            let found = try all(of: visit)
            if !found.isEmpty { corrections[visit] = found }
        }
        return corrections
    }

    /// Moves the history of a visit to that which takes its review over.
    func move(_ visit: VisitID, to other: VisitID) throws {
        move.bind(1, other.text)
        move.bind(2, visit.text)
        try move.run()
    }
}
