public import HTTPTransport
public import VisitModel
public import VisitStore
internal import WebhookDelivery

extension WebhookEndpoints {
    /// Sends an endpoint a message that stands for nothing, at once and once.
    ///
    /// It is not queued and not put on record, and is sent to a disabled endpoint too: this is how one is tried out.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - transport: sends the request.
    ///   - time: now.
    /// - Returns: the message's name, and how it went.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `HTTPTransportError` where the address is refused.
    public func test(
        _ endpoint: StoredEndpoint,
        transport: any HTTPSending,
        at time: Timestamp
    ) async throws -> (message: MessageID, exchange: HTTPExchange) {
        let target = try DeskEndpoint(endpoint, keyFile.open()).target
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
