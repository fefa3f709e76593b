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
    /// status and verdict. A withdrawn visit can be confirmed too. The change becomes part of the visit's history. Undoing
    /// at a moved visit takes the move back; where a person chose that an added visit counts instead, only the note can be
    /// changed.
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
            var changes = try ReviewChanges(db)
            guard let stored = try changes.table.stored(id) else { throw StorageError.noVisit(id) }
            let history = try changes.corrections.all(of: id)
            try Self.check(edit, stored, history)
            let author = ReviewChanges.Author(edit)
            var visits = [stored]
            if let other = try Self.move(toUndoAt: id, edit, history, changes) {
                visits.append(other.visit)
                try changes.decide(other.review, about: other.visit, as: .undone, by: author)
            } else {
                try Self.apply(edit, to: stored, history, &changes, by: author)
            }
            let changed = try changes.recompute(visits, by: author)
            return try write(changed, about: stored, changes, publishing, recordedFor: caller, at: edit.at, db)
        }
    }

    /// Writes visits after a change of the review of one, with a row of the access record, and returns that one.
    func write(
        _ visits: [Visit],
        about visit: Visit,
        _ changes: ReviewChanges,
        _ publishing: OutboxSettings?,
        recordedFor caller: AccessCaller?,
        at time: Timestamp,
        _ db: Database
    ) throws -> ReviewedVisit {
        if let caller {
            _ = try AccessTable.add(Access(.correct, .member(visit.member), AccessOrigin(caller, at: time)), db)
        }
        let publisher = try OutboxWriter(db, publishing).map { try OutboxPublisher(db, $0) }
        try VisitWriter(db, KeyFinder(db, database.lookups), publisher, nil).write(visits)
        let written = visits.first { $0.id == visit.id } ?? visit
        return ReviewedVisit(
            visit: written,
            review: try changes.table.review(of: visit.id, changes.links),
            revision: VisitRevision(of: written, corrections: try changes.corrections.all(of: visit.id).count)
        )
    }

    private static func apply(
        _ edit: VisitReview.Edit,
        to visit: Visit,
        _ history: [VisitCorrection],
        _ changes: inout ReviewChanges,
        by author: ReviewChanges.Author
    ) throws {
        if let link = try changes.links.entry(of: visit.id)?.link, link.kind != .covered {
            // Its note alone is changed, and that undone.
            let isOfNote = if case .set(decision: nil, _) = edit.change { true } else { false }
            guard isOfNote || edit.change == .undo && history.last?.action.isOwn == true else {
                throw StorageError.decidedWith(link.visit, about: visit.id)
            }
        }
        let earlier = try changes.table.entry(of: visit.id)?.review
        let last = history.last { $0.action.isOwn }
        if edit.change == .undo, last == nil {
            throw StorageError(.conflict, "the visit `\(visit.id)` has no correction to undo")
        }
        let review = edit.applied(to: earlier, last: last)
        // Clearing nothing changes nothing.
        guard review != nil || earlier != nil else { return }
        try changes.decide(review, about: visit, as: edit.action, by: author)
    }

    /// The visit to which another one was moved, and its review afterwards, where undoing at the moved one takes the move
    /// back or repeats it.
    private static func move(
        toUndoAt id: VisitID,
        _ edit: VisitReview.Edit,
        _ history: [VisitCorrection],
        _ changes: ReviewChanges
    ) throws -> (visit: Visit, review: VisitReview?)? {
        guard edit.change == .undo else { return nil }
        if let link = try changes.links.entry(of: id)?.link {
            guard link.kind == .moved else { return nil }
            return try changes.table.stored(link.visit).map { ($0, nil) }
        }
        guard let last = history.last, last.action == .released, let added = last.linked,
            try changes.links.choices(of: id).contains(where: { $0.pair.added == added && $0.kind == .moved }),
            let undone = try changes.corrections.all(of: added).last(where: { $0.action.isOwn }),
            undone.action == .undone, let visit = try changes.table.stored(added)
        else { return nil }
        return (visit, undone.before)
    }

    static func check(_ edit: VisitReview.Edit, _ stored: Visit, _ history: [VisitCorrection]) throws {
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
        return try database.read { try ReviewTable($0).reviews(of: visits, LinkTable($0)) }
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
