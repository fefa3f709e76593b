internal import Interchange
internal import VisitModel
internal import VisitStore

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
            return .message(try PlainText.valid("message") { () throws(ValidationError) in try MessageID(message) })
        }
        guard let since else { return .dead }
        return .since(try PlainText.valid("since") { () throws(ValidationError) in try TimestampParser().parse(since) })
    }

    /// `nil` for all endpoints.
    func endpointID() throws -> EndpointID? {
        guard let endpoint else { return nil }
        return try PlainText.valid("endpoint") { () throws(ValidationError) in try EndpointID(endpoint) }
    }
}
