package import HTTPTransport
package import VisitModel
package import VisitStore
internal import WebhookDelivery

extension WebhookEndpoints {
    /// Sends a test message to an endpoint, immediately and once.
    ///
    /// It is neither queued nor recorded, and is sent to a disabled endpoint too.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - transport: sends the request.
    ///   - time: the current time.
    /// - Returns: the message's id, and the exchange.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `HTTPTransportError` where the address is refused.
    package func test(
        _ endpoint: StoredEndpoint,
        transport: any HTTPSending,
        at time: Timestamp
    ) async throws -> (message: MessageID, exchange: HTTPExchange) {
        let target = try SigningEndpoint(endpoint, keyFile.open()).target
        let id = endpoint.endpoint.id
        let message = WebhookMessage(
            id: MessageID.of(.webhookTest, id.text, number: time.milliseconds),
            type: .webhookTest,
            occurredAt: time,
            content: .test(id)
        )
        let outgoing = OutgoingMessage(
            id: message.id,
            type: message.type,
            subject: id.text,
            occurredAt: time,
            body: try MessageBody(message, includesLocation: false).encoded()
        )
        return (message.id, await transport.send(try outgoing.request(to: target, at: time)))
    }
}
