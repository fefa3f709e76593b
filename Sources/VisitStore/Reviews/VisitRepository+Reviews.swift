internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// A visit after a change of its review.
package struct ReviewedVisit: Hashable, Sendable {
    package let visit: Visit
    /// `nil` where none is left.
    package let review: VisitReview?
    package let revision: VisitRevision
}

extension VisitRepository {
    /// Changes the review of a visit, applies it at once, and queues messages where that changes the visit.
    ///
    /// A decision overrides every later evaluation until the review is cleared; without one the visit has the engine's
    /// status and verdict. A withdrawn visit can be confirmed too. The change becomes part of the visit's history.
    /// Returns the changed visit and its review. `caller` is for the access record; `nil` adds no row to it. Throws
    /// `StorageError` with code `unknownName` when there is no such visit, and `conflict` when it was changed since the
    /// reviewer saw it, or there is nothing to undo.
    @discardableResult
    package func review(
        _ id: VisitID,
        _ edit: VisitReview.Edit,
        publishing: OutboxSettings? = nil,
        recordedFor caller: AccessCaller? = nil
    ) throws -> ReviewedVisit {
        try database.write { db in
            let (table, corrections) = (try ReviewTable(db), try CorrectionTable(db))
            guard let stored = try table.stored(id) else {
                throw StorageError(.unknownName, "the visit `\(id)` is not in the database; check the id")
            }
            let history = try corrections.all(of: id)
            try Self.check(edit, stored, history)
            let entry = try table.entry(of: id)
            var engine = stored
            if let entry { (engine.status, engine.verdict) = (entry.status, entry.verdict) }
            let review = edit.applied(to: entry?.review, last: history.last)
            if let review { try table.write(review, of: engine) } else { try table.remove(id) }
            // Clearing nothing changes nothing.
            let isChange = review != nil || entry != nil
            if isChange {
                try corrections.add(edit.correction(to: review, before: entry?.review), to: id)
            }
            if let caller {
                let origin = AccessOrigin(caller, at: edit.at)
                _ = try AccessTable.add(Access(.correct, .member(stored.member), origin), db)
            }
            let visit = engine.judged(by: review, before: stored)
            let reviewed = ReviewedVisit(
                visit: visit,
                review: review,
                revision: VisitRevision(of: visit, corrections: history.count + (isChange ? 1 : 0))
            )
            guard visit != stored else { return reviewed }
            let keys = try KeyFinder(db, database.lookups)
            let publisher = try OutboxWriter(db, publishing).map { try OutboxPublisher(db, $0) }
            try VisitWriter(db, keys, publisher, nil).write([visit])
            return reviewed
        }
    }

    private static func check(_ edit: VisitReview.Edit, _ stored: Visit, _ history: [VisitCorrection]) throws {
        if edit.change == .undo, history.isEmpty {
            throw StorageError(.conflict, "the visit `\(stored.id)` has no correction to undo")
        }
        guard let seen = edit.seen, seen != VisitRevision(of: stored, corrections: history.count) else { return }
        let last =
            seen.corrections == history.count
            ? " by later fixes" : history.last.map { ": at \($0.at) \($0.sentence)" } ?? ""
        throw StorageError(
            .conflict,
            "the visit `\(stored.id)` was changed meanwhile\(last); nothing was written, look at it again"
        )
    }

    package func reviews(of visits: [VisitID]) throws -> [VisitID: VisitReview] {
        guard !visits.isEmpty else { return [:] }
        return try database.read { try ReviewTable($0).reviews(of: visits) }
    }

    /// Returns the corrections of a visit in order, and the revision of the visit with them; `nil` where there is no such
    /// visit.
    package func history(of id: VisitID) throws -> (corrections: [VisitCorrection], revision: VisitRevision)? {
        try database.read { db in
            guard let visit = try ReviewTable(db).stored(id) else { return nil }
            let corrections = try CorrectionTable(db).all(of: id)
            return (corrections, VisitRevision(of: visit, corrections: corrections.count))
        }
    }
}

extension VisitReview.Edit {
    fileprivate func correction(to review: VisitReview?, before: VisitReview?) -> VisitCorrection {
        VisitCorrection(
            action: action,
            note: review?.note ?? "",
            reviewer: reviewer,
            reviewerName: reviewerName,
            at: at,
            before: before
        )
    }
}
