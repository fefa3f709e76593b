internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct EventEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/events", .read, recording: .read) { try await list($0) },
            Endpoint(.get, "/v1/events/stream", .read, recording: .read) { call in
                guard let principal = call.principal else { throw Problem.unauthorized("this needs a token") }
                return try await EventStream(parts: parts, form: EventStream.documents, token: principal.tokenID) {
                    try parts.gatekeeper.stillAdmits(principal)
                }.respond(call)
            },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        var query = try await EventQuery.filter(call, parts.reader)
        query.visit = try call.identifier("visit")
        query.after = try call.after("events", EventCursor.init(parts:))
        let page = try await parts.reader.read { [query] in try $0.events.page(matching: query, size: limit) }
        let next = page.next.map { PageCursor.text("events", $0.parts) }
        return .json(JSONObject(page: "events", page.events.map { EventDocument($0) }, next: next))
    }
}
