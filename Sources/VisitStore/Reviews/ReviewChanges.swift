internal import GRDB
package import SQLiteStorage
package import VisitModel

/// Changes of reviews in one transaction, with what follows from them for other visits of the member.
///
/// The caller changes reviews and choices, then recomputes the visits around them, which are written once.
struct ReviewChanges {
    let table: ReviewTable
    let corrections: CorrectionTable
    let links: LinkTable
    private let added: AddedVisitTable
    /// The decided visits as they are without reviews: with a review, what it knows of that is removed.
    private var engines: [VisitID: Visit] = [:]

    init(_ db: Database) throws {
        self.table = try ReviewTable(db)
        self.corrections = try CorrectionTable(db)
        self.links = try LinkTable(db)
        self.added = try AddedVisitTable(db, table, links)
    }

    /// The person of a change, and when it was made.
    struct Author {
        let reviewer: String
        let name: String?
        let at: Timestamp

        init(_ edit: VisitReview.Edit) { (reviewer, name, at) = (edit.reviewer, edit.reviewerName, edit.at) }
    }

    /// Returns the visits of the member that share time with a visit, in order, without itself.
    func overlapping(_ visit: Visit) throws -> [Visit] { try added.overlapping(visit).filter { $0.id != visit.id } }

    /// Sets or removes what a person decided about a visit itself, and adds that to its history.
    mutating func decide(
        _ review: VisitReview?,
        about visit: Visit,
        as action: VisitCorrection.Action,
        linked: VisitID? = nil,
        by author: Author
    ) throws {
        let (before, engine) = (try table.entry(of: visit.id)?.review, try engine(visit))
        engines[visit.id] = engine
        if let review { try table.write(review, of: engine) } else { try table.remove(visit.id) }
        try record(action, review?.note ?? "", of: visit.id, before: before, linked: linked, by: author)
    }

    /// Adds a change to the history of a visit.
    func record(
        _ action: VisitCorrection.Action,
        _ note: String = "",
        of visit: VisitID,
        before: VisitReview? = nil,
        linked: VisitID? = nil,
        by author: Author
    ) throws {
        let correction = VisitCorrection(
            action: action,
            note: note,
            reviewer: author.reviewer,
            reviewerName: author.name,
            at: author.at,
            before: before,
            linked: linked
        )
        try corrections.add(correction, to: visit)
    }

    /// Computes again which visits around some count, records what changed for them, and returns the visits to write.
    ///
    /// `new` is an added visit that is not written yet. Throws `StorageError` with code `conflict` where a visit that a
    /// person confirmed and an added one of the same stay would both count from now on.
    func recompute(_ visits: [Visit], new: Visit? = nil, by author: Author) throws -> [Visit] {
        let affected = try affected(by: visits, new)
        let standing = try added.around(affected, new: new).added
        var changed: [Visit] = []
        for visit in affected {
            let (engine, own, before) = (
                try engine(visit), try table.entry(of: visit.id)?.review, try links.entry(of: visit.id)?.link
            )
            let link =
                visit.evidence == .manual
                ? standing.links[visit.id] : standing.link(of: engine, decision: own?.decision)
            // A decision about the visit itself says enough.
            if link != before, link != nil || own?.decision == nil || before?.kind != .covered {
                let action = link.map { VisitCorrection.Action($0.kind) } ?? .released
                try record(action, of: visit.id, linked: (link ?? before)?.visit, by: author)
            }
            try links.write(link, of: engine)
            let recomputed = engine.judged(by: try table.review(of: visit.id, links), before: visit)
            if try table.stored(visit.id) != recomputed { changed.append(recomputed) }
            if recomputed.isCounted, let rival = standing.rival(of: recomputed), try !stood(recomputed.id, rival.id) {
                throw StorageError.rivals(recomputed.id, rival.id)
            }
        }
        return changed
    }

    /// Whether two visits counted before.
    private func stood(_ one: VisitID, _ other: VisitID) throws -> Bool {
        try [one, other].allSatisfy { try table.stored($0)?.isCounted ?? false }
    }

    /// The visits about which added ones around some visits may decide, those visits first.
    private func affected(by visits: [Visit], _ new: Visit?) throws -> [Visit] {
        var (affected, seen): ([Visit], Set<VisitID>) = ([], [])
        func add(_ visit: Visit) { if seen.insert(visit.id).inserted { affected.append(visit) } }
        for visit in visits { add(visit) }
        for id in try added.around(visits, new: new).ids.sorted() {
            guard let visit = try new?.id == id ? new : table.stored(id) else { continue }
            add(visit)
            for other in try added.overlapping(visit) { add(other) }
            for choice in try links.choices(of: id) { try table.stored(choice.pair.other).map(add) }
        }
        return affected
    }

    /// A visit as it is without reviews.
    private func engine(_ visit: Visit) throws -> Visit {
        if let known = engines[visit.id] { return known }
        var engine = visit.unreviewed
        guard visit.evidence != .manual else { return engine }
        if let entry = try links.entry(of: visit.id) {
            (engine.status, engine.verdict) = (entry.status, entry.verdict)
        } else if let entry = try table.entry(of: visit.id) {
            (engine.status, engine.verdict) = (entry.status, entry.verdict)
        }
        return engine
    }
}

extension StorageError {
    package static func noVisit(_ id: VisitID) -> StorageError {
        StorageError(.unknownName, "the visit `\(id)` is not in the database; check the id")
    }

    static func decidedWith(_ added: VisitID, about id: VisitID) -> StorageError {
        StorageError(
            .conflict,
            "the added visit `\(added)` counts instead of the visit `\(id)`; undo or decline that one first"
        )
    }

    static func rivals(_ one: VisitID, _ other: VisitID) -> StorageError {
        StorageError(
            .conflict,
            "the visits `\(one)` and `\(other)` are of the same stay and would both count; decline one of them first"
        )
    }
}
