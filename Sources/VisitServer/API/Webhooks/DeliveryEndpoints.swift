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
            Page(
                name: "deliveries",
                items: page.deliveries.map { DeliveryResponse($0) },
                next: page.next.map { PageCursor.text("deliveries", $0.parts) }
            )
        )
    }

    private func attempts(_ call: ServiceCall) async throws -> Response {
        let id: MessageID = try call.pathIdentifier("message")
        return .json(
            try await parts.reader.read { store in
                guard try store.outbox.body(of: id) != nil else { throw Self.unknown(id) }
                var deliveries: [DeliveryResponse] = []
                try store.outbox.forEach(matching: DeliveryFilter(message: id)) {
                    deliveries.append(DeliveryResponse($0))
                }
                return MessageResponse(
                    message: id.text,
                    deliveries: deliveries,
                    attempts: try store.outbox.attempts(of: id).map { AttemptResponse($0.endpoint, $0.attempt) }
                )
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

struct DeliveryResponse: Encodable, Sendable {
    let message: String
    let type: String
    /// The id of the message's subject.
    let subject: String
    let endpoint: String
    let queuedAt: String
    let state: String
    @OrNull var dueAt: String?
    let attempts: Int
    @OrNull var lastAttemptAt: String?
    @OrNull var lastOutcome: String?
    @OrNull var lastStatus: Int?
    @OrNull var lastDetail: String?
    @OrNull var lastTookMilliseconds: Int64?
    @OrNull var lastResponse: String?

    enum CodingKeys: String, CodingKey {
        case message, type, subject, endpoint, state, attempts
        case queuedAt = "queued_at"
        case dueAt = "due_at"
        case lastAttemptAt = "last_attempt_at"
        case lastOutcome = "last_outcome"
        case lastStatus = "last_status"
        case lastDetail = "last_detail"
        case lastTookMilliseconds = "last_took_ms"
        case lastResponse = "last_response"
    }

    init(_ report: DeliveryReport) {
        message = report.message.text
        type = report.type.rawValue
        subject = report.subject
        endpoint = report.endpoint.text
        queuedAt = report.queuedAt.iso8601
        state = report.state.rawValue
        attempts = report.attempts
        dueAt = report.dueAt?.iso8601
        lastAttemptAt = report.last?.at.iso8601
        lastOutcome = report.last?.outcome
        lastStatus = report.last?.status
        lastDetail = report.last?.detail
        lastTookMilliseconds = report.last?.tookMilliseconds
        lastResponse = report.last.map { String(decoding: $0.response, as: UTF8.self) }?.orNothing
    }
}

struct AttemptResponse: Encodable, Sendable {
    let endpoint: String
    let attempt: Int
    let at: String
    let tookMilliseconds: Int64
    let outcome: String
    @OrNull var status: Int?
    @OrNull var detail: String?
    @OrNull var response: String?

    enum CodingKeys: String, CodingKey {
        case endpoint, attempt, at, outcome, status, detail, response
        case tookMilliseconds = "took_ms"
    }

    init(_ endpoint: EndpointID, _ report: AttemptReport) {
        self.endpoint = endpoint.text
        attempt = report.number
        at = report.at.iso8601
        tookMilliseconds = report.tookMilliseconds
        outcome = report.outcome
        status = report.status
        detail = report.detail
        response = String(decoding: report.response, as: UTF8.self).orNothing
    }
}

struct MessageResponse: Encodable, Sendable {
    let message: String
    let deliveries: [DeliveryResponse]
    let attempts: [AttemptResponse]
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
