internal import GRDB
internal import VisitModel

/// Lets what people decided stand over every visit that is written.
///
/// Decisions hold on to a visit's id. Late input may let a stay fall apart, or give it back under another name; where a
/// decision would lose its visit by that, it goes over:
///
/// - a confirmed visit that is withdrawn while another visit of the member is at the same place at the same time hands its
///   confirmation to that one; the same hour must not count twice;
/// - a new visit that lies for more than half of its time within a declined one is declined too, and not revived.
struct ReviewRules {
    private let table: ReviewTable
    private let overlapping: PreparedStatement

    /// Opens the book.
    ///
    /// - Returns: `nil` where nobody has decided anything: what is asked once a transaction, so that a replay without reviews
    ///   costs no more.
    init?(_ db: Database) throws {
        let any = try PreparedStatement(db, "SELECT EXISTS (SELECT 1 FROM visit_review)")
        guard try any.first({ $0.int64(0) }) == 1 else { return nil }
        self.table = try ReviewTable(db)
        self.overlapping = try PreparedStatement(
            db,
            """
            SELECT \(VisitColumns.names), \(ReviewTable.names), r.visit
            FROM \(VisitColumns.tables) LEFT JOIN visit_review r ON r.visit = v.id
            WHERE m.id = ?1 AND f.id = ?2 AND v.id <> ?3 AND v.entered_ms <= ?5
                AND coalesce(v.exited_ms, v.last_proof_ms) >= ?4
            ORDER BY v.entered_ms, v.id
            """
        )
    }

    /// Visits as they are once people's words are heard.
    ///
    /// - Parameter visits: as the engine has them, before any of them is written.
    /// - Returns: the visits, and behind them those that got a decision by this and were not among them.
    /// - Throws: `DatabaseError`, `VisitStoreError`.
    func judged(_ visits: [Visit]) throws -> [Visit] {
        var visits = visits
        for visit in visits where visit.status == .withdrawn {
            guard let entry = try table.entry(of: visit.id), entry.review.decision == .confirmed,
                let heir = try heir(of: visit, among: visits)
            else { continue }
            try table.remove(visit.id)
            try table.write(try table.entry(of: heir.id)?.review.joined(by: entry.review) ?? entry.review, of: heir)
            if !visits.contains(where: { $0.id == heir.id }) { visits.append(heir) }
        }
        return try visits.map(judged)
    }

    private func judged(_ visit: Visit) throws -> Visit {
        guard let review = try table.entry(of: visit.id)?.review ?? declineOver(visit) else { return visit }
        try table.write(review, of: visit)
        return visit.judged(by: review, before: try table.stored(visit.id))
    }

    /// The visit that a withdrawn one lives on in, as the engine has it: at the same place, sharing time with it, and not
    /// declined.
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
            // What is itself only kept against the engine is nothing to live on in.
            guard entry.status != .withdrawn else { return nil }
            (heir.status, heir.verdict) = (entry.status, entry.verdict)
        }
        return heir
    }

    /// What was said about a declined visit that a new one lies within.
    private func declineOver(_ visit: Visit) throws -> VisitReview? {
        guard !visit.isTakenBack, try table.stored(visit.id) == nil else { return nil }
        return try neighbours(of: visit).first { other in
            guard other.review?.decision == .declined else { return false }
            let shared = max(visit.enteredAt, other.visit.enteredAt).seconds(to: min(visit.end, other.visit.end))
            let whole = visit.enteredAt.seconds(to: visit.end)
            return whole > 0 ? shared > whole / 2 : true
        }?.review
    }

    /// The stored visits of the member at the same place that share time with a visit.
    private func neighbours(of visit: Visit) throws -> [(visit: Visit, review: VisitReview?)] {
        overlapping.bind(1, visit.member.text)
        overlapping.bind(2, visit.facility.text)
        overlapping.bind(3, visit.id.text)
        overlapping.bind(4, visit.enteredAt.milliseconds)
        overlapping.bind(5, visit.end.milliseconds)
        var found: [(visit: Visit, review: VisitReview?)] = []
        try overlapping.forEachRow { row in
            let isReviewed = !row.isNull(VisitColumns.count + 4)
            found.append(
                (
                    try VisitColumns.visit(row),
                    isReviewed ? try ReviewTable.review(row, from: VisitColumns.count) : nil
                )
            )
        }
        return found
    }
}

extension VisitReview {
    /// The review with what was said about a visit that lives on in this one: decided as that was, with both notes.
    fileprivate func joined(by other: VisitReview) -> VisitReview {
        VisitReview(
            decision: other.decision,
            note: [note, other.note].filter { !$0.isEmpty }.joined(separator: "; "),
            reviewer: decision == nil ? other.reviewer : reviewer,
            at: decision == nil ? other.at : at
        )
    }
}

extension Visit {
    /// Until when it is proven.
    fileprivate var end: Timestamp { exitedAt ?? lastProofAt }
}
