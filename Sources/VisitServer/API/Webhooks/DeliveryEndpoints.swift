internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeliveryEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/deliveries", .read) { try await list($0) },
            Endpoint(.get, "/v1/deliveries/{message}", .read) { try await attempts($0) },
            Endpoint(.post, "/v1/deliveries/replay", .admin) { try await replay($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = DeliveryFilter(
            endpoint: try call.identifier("endpoint"),
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

    private func replay(_ call: ServiceCall) async throws -> Response {
        let count = try await replay(call.json(ReplayBody.self, parts.documentLimits))
        return .json(["queued": count], status: .accepted)
    }

    /// Queues messages to be sent again, and returns their number.
    ///
    /// Throws `Problem` for an unknown message or endpoint.
    func replay(_ body: ReplayBody) async throws -> Int {
        let (selection, endpoint, now) = (try body.selection(), try body.endpointID(), parts.now())
        return try await parts.reader.read { store in
            let key = try endpoint.map { id in
                guard let stored = try store.endpoints.find(id) else {
                    throw Problem.invalid("there is no endpoint `\(id)`", field: "endpoint")
                }
                return stored.key
            }
            let count = try store.outbox.replay(ReplayRequest(selection, to: key), at: now)
            if count == 0, case .message(let id) = selection, try store.outbox.body(of: id) == nil {
                throw Self.unknown(id)
            }
            return count
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

struct ReplayBody: Decodable, Sendable {
    let message: String?
    let since: String?
    let dead: Bool?
    let endpoint: String?

    /// Exactly one selection must be given.
    func selection() throws -> ReplayRequest.Selection {
        guard [message != nil, since != nil, dead == true].count(where: { $0 }) == 1 else {
            throw Problem.invalid("give either `message`, or `since`, or `dead`: true")
        }
        if let message {
            return .message(try PlainText.identifier(message, "message"))
        }
        guard let since else { return .dead }
        return .since(try PlainText.valid("since") { () throws(ValidationError) in try TimestampParser().parse(since) })
    }

    /// `nil` for all endpoints.
    func endpointID() throws -> EndpointID? {
        try PlainText.identifier(endpoint, "endpoint")
    }
}
