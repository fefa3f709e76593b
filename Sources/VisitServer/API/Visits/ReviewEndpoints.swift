internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints of reviews, which no evaluation overrides.
struct ReviewEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.post, "/v1/visits/{visit}/review", .admin) { try await review($0) },
            Endpoint(.delete, "/v1/visits/{visit}/review", .admin) { try await clear($0) },
        ]
    }

    private func review(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let body = try await call.json(ReviewBody.self, parts.documentLimits)
        let now = parts.now()
        let review = VisitReview(
            decision: body.decision?.decision,
            note: try PlainText.checked(body.note ?? "", "note"),
            reviewer: call.principal?.tokenID.text ?? "",
            at: now
        )
        return .json(
            try await parts.reader.read { store in
                _ = try store.review(id, review, telling: OutboxSettings(.standard, at: now))
                return try VisitDetailAnswer(id, store)
            }
        )
    }

    private func clear(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let now = parts.now()
        return .json(
            try await parts.reader.read { store in
                _ = try store.clearReview(id, telling: OutboxSettings(.standard, at: now))
                return try VisitDetailAnswer(id, store)
            }
        )
    }
}

/// The JSON body of a review, which replaces the previous one.
private struct ReviewBody: Decodable, Sendable {
    /// The decision; absent for a note alone.
    let decision: Decision?
    let note: String?

    enum Decision: String, Decodable, Sendable {
        case confirmed, declined

        var decision: VisitReview.Decision { self == .confirmed ? .confirmed : .declined }
    }
}
