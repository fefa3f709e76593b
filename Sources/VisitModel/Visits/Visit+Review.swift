extension Visit {
    /// The visit as it is once a person's word is heard.
    ///
    /// A declined visit is never counted. A confirmed one always is, however weak its evidence and whatever it overlaps; where
    /// the evaluation takes it back, it stays as it was, but for an end: one that was open ends at its last proof, because
    /// nothing is left that could end it. A note changes nothing.
    ///
    /// - Parameters:
    ///   - review: what a person said; `nil` for nothing.
    ///   - before: the visit as it was until now, where there was one.
    /// - Returns: the visit to store and to count.
    public func judged(by review: VisitReview?, before: Visit? = nil) -> Visit {
        var visit = self
        switch review?.decision {
        case nil:
            return visit
        case .declined:
            visit.status = .declined
            visit.verdict = .takenBack
        case .confirmed:
            if isTakenBack {
                if let before, !before.isTakenBack { visit = before }
                if visit.exitedAt == nil {
                    visit.exitedAt = visit.lastProofAt
                    visit.status = .timedOut
                } else if visit.isTakenBack {
                    visit.status = .closed
                }
            }
            visit.verdict = .counted
        }
        return visit
    }

    /// Whether it is no visit any more: late input withdrew it, or a person declined it.
    public var isTakenBack: Bool { status == .withdrawn || status == .declined }
}
