internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitRepository {
    /// Stores a review of a visit, applies it at once, and queues messages where that changes the visit.
    ///
    /// What the edit doesn't give stays as in an earlier review. A decision overrides every later evaluation until the
    /// review is cleared. A withdrawn visit can be confirmed too. Returns the changed visit and its review. `caller` is
    /// for the access record; `nil` adds no row to it. Throws `StorageError` with code `unknownName` when there is no
    /// such visit.
    @discardableResult
    package func review(
        _ visit: VisitID,
        _ edit: VisitReview.Edit,
        publishing: OutboxSettings? = nil,
        recordedFor caller: AccessCaller? = nil
    ) throws -> (visit: Visit, review: VisitReview) {
        var review = edit.applied(to: nil)
        let origin = caller.map { AccessOrigin($0, at: edit.at) }
        let visit = try rewrite(visit, publishing, origin) { engine, stored, table in
            review = edit.applied(to: try table.entry(of: engine.id)?.review)
            try table.write(review, of: engine)
            return engine.judged(by: review, before: stored)
        }
        return (visit, review)
    }

    /// Deletes the review of a visit, which then has the engine's status and verdict again.
    ///
    /// Returns the changed visit. `origin` is for the access record; `nil` adds no row to it. Throws `StorageError`
    /// with code `unknownName` when there is no such visit.
    @discardableResult
    package func clearReview(
        _ visit: VisitID,
        publishing: OutboxSettings? = nil,
        recordedFor origin: AccessOrigin? = nil
    ) throws -> Visit {
        try rewrite(visit, publishing, origin) { engine, _, table in
            try table.remove(visit)
            return engine
        }
    }

    package func reviews(of visits: [VisitID]) throws -> [VisitID: VisitReview] {
        guard !visits.isEmpty else { return [:] }
        return try database.read { try ReviewTable($0).reviews(of: visits) }
    }

    /// Rewrites a visit in one transaction; `body` receives the visit without a decision, the stored visit and the
    /// reviews.
    private func rewrite(
        _ id: VisitID,
        _ publishing: OutboxSettings?,
        _ origin: AccessOrigin?,
        _ body: (_ engine: Visit, _ stored: Visit, ReviewTable) throws -> Visit
    ) throws -> Visit {
        try database.write { db in
            let table = try ReviewTable(db)
            guard let stored = try table.stored(id) else {
                throw StorageError(.unknownName, "the visit `\(id)` is not in the database; check the id")
            }
            var engine = stored
            if let entry = try table.entry(of: id) { (engine.status, engine.verdict) = (entry.status, entry.verdict) }
            let visit = try body(engine, stored, table)
            if let origin { _ = try AccessTable.add(Access(.correct, .member(stored.member), origin), db) }
            guard visit != stored else { return visit }
            let keys = try KeyFinder(db, database.lookups)
            let publisher = try OutboxWriter(db, publishing).map { try OutboxPublisher(db, $0) }
            try VisitWriter(db, keys, publisher, nil).write([visit])
            return visit
        }
    }
}
