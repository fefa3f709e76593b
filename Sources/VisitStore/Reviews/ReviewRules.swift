internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Applies review decisions to every visit that is written.
///
/// A decision refers to a visit's id. Late fixes may split a stay, or recreate it under another id. Where a decision
/// would lose its visit by that, it is transferred:
///
/// - When a confirmed visit is withdrawn while another visit of the member overlaps it at the same place, the
///   confirmation is transferred to that one; the same hour must not count twice.
/// - When more than half of a new visit lies within a declined one, it is declined too.
///
/// A visit of the same stay as an added one is declined while the added one counts, and so is one that it replaced.
struct ReviewRules {
    private let table: ReviewTable
    private let corrections: CorrectionTable
    private let links: LinkTable
    /// `nil` where no person added a visit.
    private let added: AddedVisitTable?
    private let overlapping: PreparedStatement

    /// Prepares the statements of one transaction; `nil` where there are no reviews.
    ///
    /// This is checked once per transaction, so that a replay without reviews costs no more.
    init?(_ db: Database) throws {
        let any = try PreparedStatement(db, "SELECT EXISTS (SELECT 1 FROM visit_review)")
        guard try any.first({ $0.int64(0) }) == 1 else { return nil }
        self.table = try ReviewTable(db)
        self.corrections = try CorrectionTable(db)
        self.links = try LinkTable(db)
        self.added = try AddedVisitTable.isUsed(db) ? AddedVisitTable(db, table, links) : nil
        // By the member: a facility may have far more visits.
        self.overlapping = try PreparedStatement(
            db,
            """
            SELECT \(VisitColumns.names), \(ReviewTable.names), r.visit
            FROM \(VisitColumns.tables) LEFT JOIN visit_review r ON r.visit = v.id
            WHERE m.id = ?1 AND +f.id = ?2 AND v.id <> ?3 AND v.entered_ms <= ?5
                AND coalesce(v.exited_ms, v.last_proof_ms) >= ?4 AND v.evidence <> 'manual'
            ORDER BY v.entered_ms, v.id
            """
        )
    }

    /// Applies the review decisions to the engine's visits, before any of them is written.
    ///
    /// Returns the visits, followed by stored visits that a decision was transferred to.
    func judged(_ visits: [Visit]) throws -> [Visit] {
        var visits = visits
        for visit in visits where visit.status == .withdrawn {
            let choices = try added == nil ? [] : links.choices(of: visit.id).filter { $0.pair.other == visit.id }
            if !choices.isEmpty, let heir = try heir(of: visit, among: visits), try copy(choices, to: heir),
                !visits.contains(where: { $0.id == heir.id })
            {
                visits.append(heir)
            }
            guard let entry = try table.entry(of: visit.id), entry.review.decision == .confirmed,
                let heir = try heir(of: visit, among: visits)
            else { continue }
            try table.remove(visit.id)
            let before = try table.entry(of: heir.id)?.review
            let review = before?.joined(by: entry.review) ?? entry.review
            let isFirst = try corrections.all(of: heir.id).isEmpty
            try corrections.move(visit.id, to: heir.id)
            // Undoing goes back to the heir's own review, and not to one of the visit that is gone.
            if !isFirst { try corrections.add(VisitCorrection(taking: review, before: before), to: heir.id) }
            try table.write(review, of: heir)
            if !visits.contains(where: { $0.id == heir.id }) { visits.append(heir) }
        }
        return try visits.map(judged)
    }

    /// Lets what was chosen about a withdrawn visit hold for the one that replaces it; false where none of it can.
    private func copy(
        _ choices: [(pair: AddedVisits.Pair, kind: VisitReview.Link.Kind)],
        to heir: Visit
    ) throws -> Bool {
        let known = Set(try links.choices(of: heir.id).map(\.pair))
        let choices = try choices.filter { choice in
            guard !known.contains(AddedVisits.Pair(choice.pair.added, heir.id)) else { return false }
            return try table.stored(choice.pair.added).map { $0.sharedSeconds(with: heir) > 0 } ?? false
        }
        for choice in choices { try links.choose(choice.kind, about: heir.id, with: choice.pair.added) }
        return !choices.isEmpty
    }

    private func judged(_ visit: Visit) throws -> Visit {
        let own = try table.entry(of: visit.id)?.review
        let review = try own ?? declineOver(visit)
        if let review {
            try table.write(review, of: visit)
            if own == nil { try corrections.add(VisitCorrection(taking: review, before: nil), to: visit.id) }
        }
        let link = try link(visit, decision: review?.decision)
        guard review != nil || link != nil else { return visit }
        return visit.judged(by: try table.review(of: visit.id, links), before: try table.stored(visit.id))
    }

    /// Stores and returns which added visit decides about a visit now, and records where that changes.
    private func link(_ visit: Visit, decision: VisitReview.Decision?) throws -> VisitReview.Link? {
        guard let added else { return nil }
        let link = try added.around([visit]).added.link(of: visit, decision: decision)
        let before = try links.entry(of: visit.id)?.link
        if link != nil || before != nil { try links.write(link, of: visit) }
        guard link != before, let other = (link ?? before)?.visit else { return link }
        let review = try table.entry(of: other)?.review
        let correction = VisitCorrection(
            action: link.map { VisitCorrection.Action($0.kind) } ?? .released,
            note: "",
            reviewer: review?.reviewer ?? "",
            reviewerName: nil,
            at: review?.at ?? visit.enteredAt,
            before: nil,
            linked: other
        )
        try corrections.add(correction, to: visit.id)
        return link
    }

    /// Returns the engine's version of the visit that replaces a withdrawn one: at the same place, overlapping it, and
    /// not declined.
    private func heir(of visit: Visit, among visits: [Visit]) throws -> Visit? {
        let written = try visits.first { other in
            try other.id != visit.id && !other.isTakenBack && other.member == visit.member
                && other.facility == visit.facility && other.enteredAt <= visit.end && visit.enteredAt <= other.end
                && table.entry(of: other.id)?.review.decision != .declined
        }
        if let written { return written }
        let isWritten = Set(visits.map(\.id))
        let stored = try neighbours(of: visit).first { !$0.visit.isTakenBack && !isWritten.contains($0.visit.id) }
        guard var heir = stored?.visit else { return nil }
        if let entry = try table.entry(of: heir.id) {
            // A visit that exists only by a decision against the engine can't be the replacement.
            guard entry.status != .withdrawn else { return nil }
            (heir.status, heir.verdict) = (entry.status, entry.verdict)
        }
        return heir
    }

    /// Returns the review of a declined visit that contains more than half of a new one.
    private func declineOver(_ visit: Visit) throws -> VisitReview? {
        guard !visit.isTakenBack, try table.stored(visit.id) == nil else { return nil }
        return try neighbours(of: visit).first { other in
            guard other.review?.decision == .declined else { return false }
            let shared = visit.sharedSeconds(with: other.visit)
            let whole = visit.enteredAt.seconds(to: visit.end)
            return whole > 0 ? shared > whole / 2 : true
        }?.review
    }

    /// Returns the stored visits of the member at the same place that overlap a visit.
    private func neighbours(of visit: Visit) throws -> [(visit: Visit, review: VisitReview?)] {
        overlapping.bind(1, visit.member.text)
        overlapping.bind(2, visit.facility.text)
        overlapping.bind(3, visit.id.text)
        overlapping.bind(4, visit.enteredAt.milliseconds)
        overlapping.bind(5, visit.end.milliseconds)
        return try overlapping.all { row in
            let isReviewed = !row.isNull(VisitColumns.count + 4)
            return (
                visit: try VisitColumns.visit(row),
                review: isReviewed ? try ReviewTable.review(row, from: VisitColumns.count) : nil
            )
        }
    }
}

extension VisitCorrection {
    /// A decision about another visit that a visit takes over.
    fileprivate init(taking review: VisitReview, before: VisitReview?) {
        self.init(
            action: review.decision == .declined ? .declined : .confirmed,
            note: review.note,
            reviewer: review.reviewer,
            reviewerName: nil,
            at: review.at,
            before: before
        )
    }
}

extension VisitReview {
    /// Returns the review combined with that of a withdrawn visit: its decision, with both notes.
    fileprivate func joined(by other: VisitReview) -> VisitReview {
        VisitReview(
            decision: other.decision,
            note: [note, other.note].filter { !$0.isEmpty }.joined(separator: "; "),
            reviewer: decision == nil ? other.reviewer : reviewer,
            at: decision == nil ? other.at : at
        )
    }
}
