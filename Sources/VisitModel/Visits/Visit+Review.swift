extension Visit {
    /// Applies a person's review to the visit.
    ///
    /// A declined visit never counts. A confirmed one always does, however weak its evidence and whatever it overlaps.
    /// Where the evaluation takes a confirmed visit back, its former state is kept; if that was open, the visit ends at
    /// its last proof, because nothing else will end it. A review without a decision changes nothing.
    ///
    /// - Parameters:
    ///   - review: the review; `nil` for none.
    ///   - before: the visit's former state, if there was one.
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

    /// Whether late input withdrew the visit or a person declined it.
    public var isTakenBack: Bool { status == .withdrawn || status == .declined }
}
