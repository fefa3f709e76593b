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
                return try VisitDetailResponse(id, store)
            }
        )
    }

    private func clear(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let now = parts.now()
        return .json(
            try await parts.reader.read { store in
                _ = try store.visits.clearReview(id, publishing: OutboxSettings(.standard, at: now))
                return try VisitDetailResponse(id, store)
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

struct VisitDetailResponse: Encodable, Sendable {
    private let visit: VisitResponse
    @OrNull private var review: Review?
    private let events: [EventDocument]

    /// A visit usually has three events.
    private static let eventLimit = 1_000

    private struct Review: Encodable, Sendable {
        @OrNull var decision: String?
        let note: String
        let reviewer: String
        let at: String
    }

    private enum CodingKeys: String, CodingKey { case review, events }

    /// Throws `Problem` where there is no such visit.
    init(_ id: VisitID, _ store: VisitStore) throws {
        guard let visit = try store.visits.find(id) else {
            throw Problem.notFound("there is no visit `\(id)`; /v1/visits lists all of them")
        }
        self.visit = VisitResponse(visit)
        events = try store.events.all(matching: EventFilter(visit: id, limit: Self.eventLimit)).map {
            EventDocument($0)
        }
        review = try store.visits.reviews(of: [id])[id].map {
            Review(decision: $0.decision?.rawValue, note: $0.note, reviewer: $0.reviewer, at: $0.at.iso8601)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try visit.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(_review, forKey: .review)
        try container.encode(events, forKey: .events)
    }
}
