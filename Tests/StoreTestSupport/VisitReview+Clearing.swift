package import VisitModel

extension VisitReview.Edit {
    /// Clears a review.
    package static let clearing = VisitReview.Edit(.clear, reviewer: "r", at: .march(60))
}
