internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints of reviews, which no evaluation overrides.
struct ReviewEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.post, "/v1/visits/{visit}/review", .admin, reading: ReviewBody.self) { try await review($0, $1) },
            Endpoint(.delete, "/v1/visits/{visit}/review", .admin) { try await clear($0) },
        ]
    }

    private func review(_ call: ServiceCall, _ body: ReviewBody) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let (now, caller) = (parts.now(), call.principal.map { AccessCaller(.api, $0) })
        guard body.decision != nil || body.note != nil else {
            throw Problem.invalid("give `decision`, `note` or both; DELETE clears the review", field: "decision")
        }
        let edit = VisitReview.Edit(
            decision: body.decision,
            note: try body.note.map { try PlainText.checked($0, "note") },
            reviewer: call.principal?.tokenID.text ?? "",
            at: now
        )
        return .json(
            try await parts.reader.read { store in
                _ = try store.visits.review(
                    id,
                    edit,
                    publishing: OutboxSettings(.standard, at: now),
                    recordedFor: caller
                )
                return try store.visitDocument(id)
            }
        )
    }

    private func clear(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let now = parts.now()
        let origin = call.principal.map { AccessOrigin(AccessCaller(.api, $0), at: now) }
        return .json(
            try await parts.reader.read { store in
                _ = try store.visits.clearReview(
                    id,
                    publishing: OutboxSettings(.standard, at: now),
                    recordedFor: origin
                )
                return try store.visitDocument(id)
            }
        )
    }
}

struct ReviewBody: RequestDocument {
    /// `nil` keeps an earlier one.
    let decision: VisitReview.Decision?
    /// `nil` keeps an earlier one.
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case decision, note
    }
}

extension VisitReview.Decision: RequestWord {}

extension VisitStore {
    /// Makes the document of a visit with its review and its events; throws `Problem` where there is no such visit.
    func visitDocument(_ id: VisitID) throws -> JSONObject {
        guard let visit = try visits.find(id) else {
            throw Problem.notFound("there is no visit `\(id)`; /v1/visits lists all of them")
        }
        var json = visit.json
        // A visit usually has three events.
        json["events"] = try events.all(matching: EventFilter(visit: id, limit: 1_000)).map { EventDocument($0) }
        json["review"] = try visits.reviews(of: [id])[id].map(\.json)
        return json
    }
}

extension VisitReview {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["decision"] = decision?.rawValue
        json["note"] = note
        json["reviewer"] = reviewer
        json["at"] = at.iso8601
        return json
    }
}
