internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The visit to review.
struct ReviewOptions: ParsableArguments {
    @Argument(help: "The visit's id.", transform: Transforms.identifier)
    var id: VisitID

    @OptionGroup var database: DatabaseOptions

    /// Stores a review.
    ///
    /// - Parameters:
    ///   - decision: the decision; `nil` keeps the previous one.
    ///   - note: the reason; `nil` keeps the previous one.
    ///   - console: the command's environment.
    /// - Throws: `StorageError`.
    func review(_ decision: VisitReview.Decision?, note: String?, _ console: Console) throws {
        let store = try database.open(console)
        let before = try store.reviews(of: [id])[id]
        let review = VisitReview(
            decision: decision ?? before?.decision,
            note: note ?? before?.note ?? "",
            reviewer: "command line",
            at: console.now()
        )
        try report(try store.review(id, review, telling: OutboxSettings(.standard, at: console.now())), review, console)
    }

    /// Removes the visit's decision and note.
    func clear(_ console: Console) throws {
        let store = try database.open(console)
        try report(try store.clearReview(id, telling: OutboxSettings(.standard, at: console.now())), nil, console)
    }

    private func report(_ visit: Visit, _ review: VisitReview?, _ console: Console) throws {
        let counted = visit.isCounted ? "counted" : "not counted (\(visit.verdict.rawValue))"
        let decision = review?.decision?.rawValue ?? (review == nil ? "cleared" : "noted")
        try console.print("\(id) is \(decision): \(visit.status.rawValue), \(counted)")
    }
}
