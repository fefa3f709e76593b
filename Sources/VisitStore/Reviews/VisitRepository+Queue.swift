internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// What waits for a person.
package enum ReviewQueue: String, Hashable, Sendable, CaseIterable {
    /// Visits that a person has to decide about: their confidence is too low, another facility is more likely, or their
    /// fixes are doubtful.
    case decide
    /// Visits that count, with doubts that a person should know of.
    case acknowledge
}

/// A visit that waits for a person.
package struct QueuedVisit: Hashable, Sendable {
    package let visit: Visit
    package let revision: VisitRevision
}

/// The position of a visit in a review queue.
package struct QueueCursor: Hashable, Sendable {
    /// Below every confidence for a visit without one.
    package let confidence: Double
    package let id: VisitID

    package init(confidence: Double, id: VisitID) {
        self.confidence = confidence
        self.id = id
    }

    package init(_ visit: Visit) { self.init(confidence: visit.assessment?.confidence ?? -1, id: visit.id) }
}

extension VisitRepository {
    /// Returns visits that wait for a person, the surest first; an open visit waits until it has ended.
    ///
    /// A visit leaves the queue with a decision, and that of `acknowledge` also with a note. `month` is of the facility's
    /// local time, `nil` for all; the list begins after `place`. Costs grow with the visits of the queue's
    /// verdicts or doubts, decided ones too, and not with all visits.
    package func queue(
        _ queue: ReviewQueue,
        month: Month? = nil,
        after place: QueueCursor? = nil,
        limit: Int
    ) throws -> [QueuedVisit] {
        let request = queue.request(month: month, after: place, limit: limit)
        return try database.read { db in
            try PreparedStatement(db, request).all { row in
                let visit = try VisitColumns.visit(row)
                let revision = VisitRevision(of: visit, corrections: row.int(VisitColumns.count))
                return QueuedVisit(visit: visit, revision: revision)
            }
        }
    }

    /// Returns how many visits wait in a queue.
    package func count(_ queue: ReviewQueue, month: Month? = nil) throws -> Int {
        let conditions = queue.conditions(month: month)
        let request: SQL = """
            SELECT count(*) FROM visit v LEFT JOIN visit_review r ON r.visit = v.id
            WHERE \(conditions.joined(operator: .and))
            """
        return try database.read { db in try PreparedStatement(db, request).first { $0.int(0) } ?? 0 }
    }
}

extension ReviewQueue {
    /// Reads the columns of a visit, then the number of its corrections.
    func request(month: Month?, after place: QueueCursor?, limit: Int) -> SQL {
        var conditions = conditions(month: month)
        if let place {
            // The first comparison is one of the index; the order, of one direction for each column, is none of rows.
            conditions.append(
                """
                coalesce(v.confidence, -1) <= \(place.confidence) AND (coalesce(v.confidence, -1) < \(place.confidence)
                    OR coalesce(v.confidence, -1) = \(place.confidence) AND v.id > \(place.id.text))
                """
            )
        }
        return """
            SELECT \(sql: VisitColumns.names), (SELECT count(*) FROM visit_correction c WHERE c.visit = v.id)
            FROM \(sql: VisitColumns.tables) LEFT JOIN visit_review r ON r.visit = v.id
            WHERE \(conditions.joined(operator: .and))
            ORDER BY coalesce(v.confidence, -1) DESC, v.id LIMIT \(limit)
            """
    }

    fileprivate func conditions(month: Month?) -> [SQL] {
        // The verdicts and doubts are those of the partial indices `visit_undecided` and `visit_doubted`.
        let waits: SQL =
            switch self {
            case .decide: "v.verdict IN ('unproven', 'ambiguous', 'doubtful') AND r.decision IS NULL"
            case .acknowledge: "v.verdict = 'counted' AND v.doubts <> 0 AND r.visit IS NULL"
            }
        let ended: SQL = "v.status NOT IN ('open', 'withdrawn', 'declined')"
        return [waits, ended] + (month.map { ["v.month = \($0.description)"] } ?? [])
    }
}
