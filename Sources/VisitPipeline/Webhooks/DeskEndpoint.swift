internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// An endpoint that messages are sent to, with its secrets open.
struct DeskEndpoint: Sendable {
    let id: EndpointID
    let revision: Int
    /// What it takes to send to it.
    let target: EndpointTarget
    /// Since when it has only failed.
    var health: EndpointHealth

    /// Opens an endpoint's secrets and checks its address.
    init(_ stored: StoredEndpoint, _ seal: SecretSeal) throws {
        id = stored.endpoint.id
        revision = stored.revision
        func open(_ sealed: [UInt8]) throws -> WebhookSecret {
            try WebhookSecret(text: seal.open(sealed, for: stored.endpoint.id.text))
        }
        var secrets: [(secret: WebhookSecret, until: Timestamp?)] = [(try open(stored.secret), nil)]
        // One that is going anyway is no reason to stop where it does not open.
        if let previous = stored.previousSecret, let secret = try? open(previous.sealed) {
            secrets.append((secret, previous.until))
        }
        target = try EndpointTarget(stored.endpoint, secrets: secrets)
        health = EndpointHealth(failingSince: stored.failingSince)
    }

    /// What is sent to it, with the time that the try may take.
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
