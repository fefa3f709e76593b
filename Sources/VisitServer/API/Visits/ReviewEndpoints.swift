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
            decision: body.decision,
            note: try PlainText.checked(body.note ?? "", "note"),
            reviewer: call.principal?.tokenID.text ?? "",
            at: now
        )
        return .json(
            try await parts.reader.read { store in
                _ = try store.visits.review(id, review, publishing: OutboxSettings(.standard, at: now))
                return try JSONObject(visit: id, in: store)
            }
        )
    }

    private func clear(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let now = parts.now()
        return .json(
            try await parts.reader.read { store in
                _ = try store.visits.clearReview(id, publishing: OutboxSettings(.standard, at: now))
                return try JSONObject(visit: id, in: store)
            }
        )
    }
}

/// Replaces the previous review.
private struct ReviewBody: Decodable, Sendable {
    /// Absent for a note alone.
    let decision: VisitReview.Decision?
    let note: String?
}

extension VisitReview.Decision: Decodable {}

extension JSONObject {
    /// Makes the document of a visit with its review and its events; throws `Problem` where there is no such visit.
    init(visit id: VisitID, in store: VisitStore) throws {
        guard let visit = try store.visits.find(id) else {
            throw Problem.notFound("there is no visit `\(id)`; /v1/visits lists all of them")
        }
        self.init(visit: visit)
        // A visit usually has three events.
        self["events"] = try store.events.all(matching: EventFilter(visit: id, limit: 1_000)).map { EventDocument($0) }
        self["review"] = try store.visits.reviews(of: [id])[id].map { JSONObject(review: $0) }
    }

    private init(review: VisitReview) {
        self.init()
        self["decision"] = review.decision?.rawValue
        self["note"] = review.note
        self["reviewer"] = review.reviewer
        self["at"] = review.at.iso8601
    }
}
