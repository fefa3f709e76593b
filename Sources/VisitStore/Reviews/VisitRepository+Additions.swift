internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitRepository {
    /// Adds a visit that a person reports, or moves one to another facility; it counts from then on.
    ///
    /// It decides about the member's visits of the same stay: they are declined while it counts. Where it shares time with
    /// a counted visit, `overlap` decides about that. A moved visit is declined. The same stay added again is the same
    /// visit. `shown` are the counted visits that the person saw when choosing, `nil` for any. Returns the added visit. Throws `StorageError` with code `unknownName` for a member, facility or moved
    /// visit that is not stored, `overlappingVisit` where nothing was chosen about a counted visit, and `conflict` where
    /// the visit was added before, or the moved one was changed since the reviewer saw it.
    package func add(
        _ addition: VisitAddition,
        shown: Set<VisitID>? = nil,
        publishing: OutboxSettings? = nil,
        recordedFor caller: AccessCaller? = nil
    ) throws -> ReviewedVisit {
        try database.write { db in
            var changes = try ReviewChanges(db)
            let (confirmation, author) = (addition.confirmation, ReviewChanges.Author(addition.confirmation))
            let origin = try addition.movedFrom.map { try Self.moved($0, addition, changes) }
            let added = try changes.table.stored(addition.visit.id) ?? addition.visit
            guard !added.isCounted else {
                throw StorageError(.conflict, "the visit `\(added.id)` was added before, and counts")
            }
            if let link = try changes.links.entry(of: added.id)?.link {
                throw StorageError.decidedWith(link.visit, about: added.id)
            }
            let others = try changes.overlapping(added).filter { $0.isCounted && $0.id != origin?.id }
            // What is chosen holds for what was shown.
            let isChosen = addition.overlap != nil && shown.map { $0 == Set(others.map(\.id)) } ?? true
            if let first = others.first, !isChosen { throw Self.overlap(first, of: others.count) }
            try changes.decide(
                confirmation.applied(to: nil),
                about: added,
                as: .added,
                linked: origin?.id,
                by: author
            )
            try changes.choose(added, movedFrom: origin, over: others, addition.overlap ?? .decline, by: author)
            let visits = try changes.recompute([added] + others + [origin].compactMap(\.self), new: added, by: author)
            return try write(visits, about: added, changes, publishing, recordedFor: caller, at: confirmation.at, db)
        }
    }

    /// Returns the counted visits of a member that share time with a stay, in order.
    package func counted(overlapping stay: AddedStay) throws -> [Visit] {
        try all(of: stay.member, overlapping: stay.enteredAt...stay.exitedAt)
            .filter { $0.isCounted && $0.enteredAt < stay.exitedAt && $0.end > stay.enteredAt }
    }

    private static func moved(
        _ id: VisitID,
        _ addition: VisitAddition,
        _ changes: ReviewChanges
    ) throws -> Visit {
        guard let visit = try changes.table.stored(id) else { throw StorageError.noVisit(id) }
        try check(addition.confirmation, visit, changes.corrections.all(of: id))
        guard visit.enteredAt == addition.visit.enteredAt, visit.exitedAt == addition.visit.exitedAt else {
            throw StorageError(.conflict, "the visit `\(id)` was changed meanwhile by later fixes; look at it again")
        }
        if let link = try changes.links.entry(of: id)?.link { throw StorageError.decidedWith(link.visit, about: id) }
        guard !visit.isTakenBack else {
            throw StorageError(
                .conflict,
                "the visit `\(id)` was withdrawn or declined, so it can't be moved; add a visit"
            )
        }
        return visit
    }

    private static func overlap(_ first: Visit, of count: Int) -> StorageError {
        let others = count == 1 ? "" : " and \(count - 1) more"
        return StorageError(
            .overlappingVisit,
            """
            the member has the counted visit `\(first.id)` at `\(first.facility)` from \(first.enteredAt) to \
            \(first.end)\(others) at this time; decline it, or keep both
            """
        )
    }
}

extension ReviewChanges {
    /// Stores what was chosen with an added visit.
    ///
    /// Where it counts instead of an earlier added one, it counts instead of what that one replaced, too.
    fileprivate func choose(
        _ added: Visit,
        movedFrom origin: Visit?,
        over others: [Visit],
        _ overlap: VisitAddition.Overlap,
        by author: Author
    ) throws {
        try links.forget(added.id)
        let replaced = overlap == .decline ? others : []
        for other in replaced + [origin].compactMap(\.self) where other.evidence == .manual {
            for choice in try links.choices(of: other.id) where choice.pair.added == other.id {
                guard choice.kind.decision == .declined, choice.pair.other != added.id,
                    let earlier = try table.stored(choice.pair.other),
                    earlier.sharedSeconds(with: added) > 0
                else { continue }
                try links.choose(.replaced, about: earlier.id, with: added.id)
            }
        }
        for other in others {
            try links.choose(overlap == .keep ? .kept : .replaced, about: other.id, with: added.id)
            if overlap == .keep { try record(.kept, of: other.id, linked: added.id, by: author) }
        }
        if let origin { try links.choose(.moved, about: origin.id, with: added.id) }
    }
}
