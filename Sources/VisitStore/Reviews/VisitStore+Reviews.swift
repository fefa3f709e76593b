internal import GRDB
public import VisitModel

extension VisitStore {
    /// Keeps what a person says about a visit, lets it hold at once, and tells others where that changes the visit.
    ///
    /// It takes the place of what was said before, and stands over every later evaluation until it is taken back.
    ///
    /// - Parameters:
    ///   - visit: which visit; a withdrawn one can be confirmed too.
    ///   - review: what is said.
    ///   - telling: whether, and how, other systems are told; `nil` tells nobody.
    /// - Returns: the visit as it is now.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such visit.
    @discardableResult
    public func review(_ visit: VisitID, _ review: VisitReview, telling: OutboxSettings? = nil) throws -> Visit {
        try rewrite(visit, telling) { engine, stored, table in
            try table.write(review, of: engine)
            return engine.judged(by: review, before: stored)
        }
    }

    /// Takes back what a person said about a visit: it is again what the evaluation makes of it.
    ///
    /// - Parameters:
    ///   - visit: which visit.
    ///   - telling: whether, and how, other systems are told; `nil` tells nobody.
    /// - Returns: the visit as it is now; one without a review is as it was.
    /// - Throws: `VisitStoreError`, with code `unknownName` when there is no such visit.
    @discardableResult
    public func clearReview(_ visit: VisitID, telling: OutboxSettings? = nil) throws -> Visit {
        try rewrite(visit, telling) { engine, _, table in
            try table.remove(visit)
            return engine
        }
    }

    /// What people said about visits.
    ///
    /// - Parameter visits: about which.
    /// - Returns: the reviews, of those visits that have one.
    /// - Throws: `VisitStoreError`.
    public func reviews(of visits: [VisitID]) throws -> [VisitID: VisitReview] {
        guard !visits.isEmpty else { return [:] }
        return try read { db in
            let table = try ReviewTable(db)
            var reviews: [VisitID: VisitReview] = [:]
            for visit in visits {
                if let entry = try table.entry(of: visit) { reviews[visit] = entry.review }
            }
            return reviews
        }
    }

    /// Writes a visit anew, in one transaction.
    ///
    /// - Parameters:
    ///   - id: which visit.
    ///   - telling: whether, and how, other systems are told.
    ///   - body: is handed the visit as it is without a decision, as it is stored, and the reviews.
    /// - Returns: the visit as it is now.
    /// - Throws: `VisitStoreError`.
    private func rewrite(
        _ id: VisitID,
        _ telling: OutboxSettings?,
        _ body: (_ engine: Visit, _ stored: Visit, ReviewTable) throws -> Visit
    ) throws -> Visit {
        try write { db in
            let table = try ReviewTable(db)
            guard let stored = try table.stored(id) else {
                throw VisitStoreError(.unknownName, "the visit `\(id)` is not in the database; check the id")
            }
            var engine = stored
            if let entry = try table.entry(of: id) { (engine.status, engine.verdict) = (entry.status, entry.verdict) }
            let visit = try body(engine, stored, table)
            guard visit != stored else { return visit }
            let keys = try KeyFinder(db, lookups)
            let teller = try OutboxWriter(db, telling).map { try OutboxPublisher(db, $0, keys, []) }
            try VisitWriter(db, keys, teller, nil).write([visit])
            return visit
        }
    }
}
