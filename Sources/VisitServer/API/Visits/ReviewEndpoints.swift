internal import GeofenceEngine
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
            Endpoint(.delete, "/v1/visits/{visit}/review", .admin) { try await change($0, .clear) },
            Endpoint(.post, "/v1/visits/{visit}/undo", .admin) { try await change($0, .undo) },
        ]
    }

    private func review(_ call: ServiceCall, _ body: ReviewBody) async throws -> Response {
        guard body.decision != nil || body.note != nil else {
            throw Problem.invalid("give `decision`, `note` or both; DELETE clears the review", field: "decision")
        }
        let note = try body.note.map { try PlainText.checked($0, "note") }
        let seen = try body.revision.map { try Self.revision($0) }
        return try await change(call, .set(decision: body.decision, note: note), seen: seen)
    }

    private func change(
        _ call: ServiceCall,
        _ change: VisitReview.Edit.Change,
        seen: VisitRevision? = nil
    ) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let caller = call.principal.map { AccessCaller(.api, $0) }
        let edit = VisitReview.Edit(
            change,
            by: call.principal,
            at: parts.now(),
            seen: try seen ?? call.word("revision").map { try Self.revision($0) }
        )
        let pipeline = parts.live.pipeline
        return .json(
            try await parts.reader.read { store in
                try store.visits.review(
                    id,
                    edit,
                    publishing: OutboxSettings(.standard, at: edit.at),
                    recordedFor: caller
                )
                return try pipeline.visitDocument(id)
            }
        )
    }

    static func revision(_ text: String) throws -> VisitRevision {
        guard let revision = VisitRevision(text) else {
            throw Problem.invalid("`revision` is not one; it is a member of the visit's document", field: "revision")
        }
        return revision
    }
}

struct ReviewBody: RequestDocument {
    /// `nil` keeps an earlier one.
    let decision: VisitReview.Decision?
    /// `nil` keeps an earlier one.
    let note: String?
    /// That of the visit's document; `nil` for any.
    let revision: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case decision, note, revision
    }
}

extension VisitReview.Decision: RequestWord {}

extension VisitPipeline {
    /// Makes the document of a visit with its review, their history and its events; throws `Problem` where there is no
    /// such visit.
    func visitDocument(_ id: VisitID) throws -> JSONObject {
        guard let visit = try store.visits.find(id), let history = try store.visits.history(of: id) else {
            throw Problem.notFound("there is no visit `\(id)`; /v1/visits lists all of them")
        }
        var json = visit.json
        let member = try store.visits.memberDetails(of: [id])[id]
        json["member_name"] = member?.name?.text
        json["group"] = member?.group?.text
        // A visit usually has three events.
        json["events"] = try store.events.all(matching: EventFilter(visit: id, limit: 1_000)).map { EventDocument($0) }
        json["review"] = try store.visits.reviews(of: [id])[id].map(\.json)
        json["corrections"] = history.corrections.map { JSONObject(correction: $0) }
        json["revision"] = history.revision.text
        // A damaged hour of fixes keeps the visit from being explained, and not from being read.
        json["sentence"] = (try? details(of: id))?.sentence
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
        // The added visit with which the decision was made.
        json["linked"] = link?.visit.text
        return json
    }
}
