internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// An endpoint with its decrypted secrets.
struct SigningEndpoint: Sendable {
    let id: EndpointID
    let revision: Int
    let target: EndpointTarget
    /// The time since which every attempt has failed.
    var health: EndpointHealth

    /// Decrypts an endpoint's secrets and checks its address.
    init(_ stored: StoredEndpoint, _ cipher: SecretCipher) throws {
        id = stored.endpoint.id
        revision = stored.revision
        func open(_ encrypted: [UInt8]) throws -> WebhookSecret {
            try WebhookSecret(text: cipher.open(encrypted, for: stored.endpoint.id.text))
        }
        var secrets: [(secret: WebhookSecret, until: Timestamp?)] = [(try open(stored.secret), nil)]
        // A previous secret, which expires anyway, is skipped where it can't be decrypted.
        if let previous = stored.previousSecret, let secret = try? open(previous.encrypted) {
            secrets.append((secret, previous.until))
        }
        target = try EndpointTarget(stored.endpoint, secrets: secrets)
        health = EndpointHealth(failingSince: stored.failingSince)
    }

    func request(
        _ delivery: DueDelivery,
        _ now: Timestamp,
        timeout: Duration
    ) -> Result<HTTPRequest, HTTPTransportError> {
        let message = OutgoingMessage(
            id: delivery.id,
            type: delivery.type,
            subject: delivery.subject,
            occurredAt: delivery.occurredAt,
            body: delivery.body
        )
        do {
            return .success(try message.request(to: target, at: now, timeout: timeout))
        } catch {
            return .failure(HTTPTransportError(.invalidURL, "the message can't be signed: \(error)", cause: error))
        }
    }
}
