internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A webhook endpoint, without its secret.
struct WebhookResponse: Encodable, Sendable {
    let endpoint: String
    let url: String
    /// `enabled`, `failing`, or `disabled: ` with the reason.
    let state: String
    let waiting: Int
    let delivered: Int
    let dead: Int
    let events: [String]
    /// Null for all.
    @OrNull var facilities: [String]?
    let format: String
    let includesLocation: Bool
    /// The exceptions to public https addresses.
    let allows: [String]
    @OrNull var signature: String?
    @OrNull var publicKey: String?
    @OrNull var previousSecretUntil: String?
    let createdAt: String
    @OrNull var disabledAt: String?
    @OrNull var failingSince: String?

    enum CodingKeys: String, CodingKey {
        case endpoint, url, state, waiting, delivered, dead, events, facilities, format, allows, signature
        case includesLocation = "includes_location"
        case publicKey = "public_key"
        case previousSecretUntil = "previous_secret_until"
        case createdAt = "created_at"
        case disabledAt = "disabled_at"
        case failingSince = "failing_since"
    }

    init(_ stored: StoredEndpoint, _ counts: DeliveryCounts, _ signature: (version: String, publicKey: String?)?) {
        let endpoint = stored.endpoint
        self.endpoint = endpoint.id.text
        url = endpoint.url
        state =
            stored.disabling.map { "disabled: \($0.reason.rawValue)" }
            ?? (stored.failingSince == nil ? "enabled" : "failing")
        (waiting, delivered, dead) = (counts.waiting, counts.delivered, counts.dead)
        events = endpoint.types.map { $0.map(\.rawValue).sorted() } ?? ["visit.*"]
        format = endpoint.format.rawValue
        includesLocation = endpoint.includesLocation
        let exceptions: [(WebhookEndpoint.Exceptions, String)] = [
            (.privateAddress, "private"), (.plainHTTP, "insecure"), (.unusualPort, "port"),
        ]
        allows = exceptions.filter { endpoint.exceptions.contains($0.0) }.map(\.1)
        createdAt = stored.createdAt.iso8601
        facilities = endpoint.facilities.map { $0.sorted().map(\.text) }
        self.signature = signature?.version
        publicKey = signature?.publicKey
        previousSecretUntil = stored.previousSecret?.until.iso8601
        disabledAt = stored.disabling?.at.iso8601
        failingSince = stored.failingSince?.iso8601
    }
}

/// An endpoint with the values for its receiver, which are shown once.
struct NewWebhookResponse: Encodable, Sendable {
    let webhook: WebhookResponse
    /// Verifies signatures; null where the public key does.
    @OrNull var secret: String?

    private enum CodingKeys: String, CodingKey { case secret }

    func encode(to encoder: any Encoder) throws {
        try webhook.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(_secret, forKey: .secret)
    }
}

struct WebhookTrialResponse: Encodable, Sendable {
    let message: String
    let delivered: Bool
    let tookMilliseconds: Int64
    @OrNull var status: Int?
    @OrNull var detail: String?

    enum CodingKeys: String, CodingKey {
        case message, delivered, status, detail
        case tookMilliseconds = "took_ms"
    }

    init(_ trial: EndpointTrial) {
        message = trial.message.text
        delivered = trial.isDelivered
        tookMilliseconds = trial.tookMilliseconds
        status = trial.status
        detail = trial.failure
    }
}
