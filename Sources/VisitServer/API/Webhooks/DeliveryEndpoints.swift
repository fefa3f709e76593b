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
                page.deliveries.map { JSONObject(delivery: $0) },
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
                    deliveries.append(JSONObject(delivery: $0))
                }
                var document = JSONObject()
                document["message"] = id.text
                document["deliveries"] = deliveries
                document["attempts"] = try store.outbox.attempts(of: id).map {
                    JSONObject(attempt: $0.attempt, at: $0.endpoint)
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

extension JSONObject {
    fileprivate init(delivery report: DeliveryReport) {
        self.init()
        self["message"] = report.message.text
        self["type"] = report.type.rawValue
        self["subject"] = report.subject
        self["endpoint"] = report.endpoint.text
        self["queued_at"] = report.queuedAt.iso8601
        self["state"] = report.state.rawValue
        self["due_at"] = report.dueAt?.iso8601
        self["attempts"] = report.attempts
        self["last_attempt_at"] = report.last?.at.iso8601
        self["last_outcome"] = report.last?.outcome
        self["last_status"] = report.last?.status
        self["last_detail"] = report.last?.detail
        self["last_took_ms"] = report.last?.tookMilliseconds
        self["last_response"] = report.last?.responseText
    }

    fileprivate init(attempt report: AttemptReport, at endpoint: EndpointID) {
        self.init()
        self["endpoint"] = endpoint.text
        self["attempt"] = report.number
        self["at"] = report.at.iso8601
        self["took_ms"] = report.tookMilliseconds
        self["outcome"] = report.outcome
        self["status"] = report.status
        self["detail"] = report.detail
        self["response"] = report.responseText
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
