internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeliveryEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/deliveries", .read) { try await list($0) },
            Endpoint(.get, "/v1/deliveries/{message}", .read) { try await attempts($0) },
            Endpoint(.post, "/v1/deliveries/replay", .admin, reading: ReplayBody.self) { try await replay($1) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = DeliveryFilter(
            endpoint: try await parts.reader.endpoint(call),
            message: try call.identifier("message"),
            states: Set(try call.choices("state")),
            since: try call.time("since"),
            after: try call.after("deliveries", DeliveryCursor.init(parts:))
        )
        let page = try await parts.reader.read { try $0.outbox.page(matching: filter, size: limit) }
        return .json(
            JSONObject(
                page: "deliveries",
                page.deliveries.map(\.json),
                next: page.next.map { PageCursor.text("deliveries", $0.parts) }
            )
        )
    }

    private func attempts(_ call: ServiceCall) async throws -> Response {
        let id: MessageID = try call.pathIdentifier("message")
        return .json(
            try await parts.reader.read { store in
                guard try store.outbox.body(of: id) != nil else { throw Self.unknown(id) }
                var deliveries: [JSONObject] = []
                try store.outbox.forEach(matching: DeliveryFilter(message: id)) {
                    deliveries.append($0.json)
                }
                var document = JSONObject()
                document["message"] = id.text
                document["deliveries"] = deliveries
                document["attempts"] = try store.outbox.attempts(of: id).map {
                    $0.attempt.json(at: $0.endpoint)
                }
                return document
            }
        )
    }

    private func replay(_ body: ReplayBody) async throws -> Response {
        let replay = try await self.replay(body.selection(), isDryRun: body.isDryRun ?? false)
        return .json(replay.json, status: replay.isDryRun ? .ok : .accepted)
    }

    /// Sends the selected messages now, or with `isDryRun` only counts them.
    ///
    /// Throws `Problem` for an unknown message or endpoint.
    func replay(_ selection: ReplaySelection, isDryRun: Bool) async throws -> Replay {
        let now = parts.now()
        return try await parts.reader.read { store in
            let key = try selection.endpoint.map { id in
                guard let stored = try store.endpoints.find(id) else {
                    throw Problem.invalid("there is no endpoint `\(id)`", field: "endpoint")
                }
                return stored.key
            }
            if let message = selection.message, try store.outbox.body(of: message) == nil {
                throw Self.unknown(message)
            }
            let request = ReplayRequest(
                message: selection.message,
                endpoint: key,
                since: selection.since,
                until: selection.until,
                states: selection.states
            )
            let matching = try store.outbox.replayCounts(request, at: now)
            return Replay(
                states: request.states,
                matching: matching,
                queued: isDryRun ? matching : try store.outbox.replay(request, at: now),
                isDryRun: isDryRun
            )
        }
    }

    private static func unknown(_ id: MessageID) -> Problem {
        .notFound("there is no message `\(id)`; /v1/deliveries lists the latest")
    }
}

extension DeliveryReport {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["message"] = message.text
        json["type"] = type.rawValue
        json["subject"] = subject
        json["endpoint"] = endpoint.text
        json["queued_at"] = queuedAt.iso8601
        json["state"] = state.rawValue
        json["due_at"] = dueAt?.iso8601
        json["attempts"] = attempts
        json["last_attempt_at"] = last?.at.iso8601
        json["last_outcome"] = last?.outcome
        json["last_status"] = last?.status
        json["last_detail"] = last?.detail
        json["last_took_ms"] = last?.tookMilliseconds
        json["last_response"] = last?.responseText
        return json
    }
}

extension AttemptReport {
    fileprivate func json(at endpoint: EndpointID) -> JSONObject {
        var json = JSONObject()
        json["endpoint"] = endpoint.text
        json["attempt"] = number
        json["at"] = at.iso8601
        json["took_ms"] = tookMilliseconds
        json["outcome"] = outcome
        json["status"] = status
        json["detail"] = detail
        json["response"] = responseText
        return json
    }
}

extension AttemptReport {
    /// `nil` where nothing was received.
    var responseText: String? { String(decoding: response, as: UTF8.self).orNothing }
}
