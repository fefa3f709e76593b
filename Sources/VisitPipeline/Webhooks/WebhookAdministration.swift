package import HTTPTransport
package import VisitModel
package import VisitStore

/// The administration of endpoints in a running service, including test messages.
package struct WebhookAdministration: Sendable {
    package let endpoints: WebhookEndpoints
    private let transport: any HTTPSending

    package init(endpoints: WebhookEndpoints, transport: any HTTPSending) {
        self.endpoints = endpoints
        self.transport = transport
    }

    /// Sends a test message to an endpoint, disabled or not, immediately and once.
    ///
    /// Throws `VisitPipelineError` with code `keyFile`, or `endpoint` where the address is refused.
    package func tryOut(_ endpoint: StoredEndpoint, at time: Timestamp) async throws -> EndpointTrial {
        let sent: (message: MessageID, exchange: HTTPExchange)
        do {
            sent = try await endpoints.test(endpoint, transport: transport, at: time)
        } catch let error as HTTPTransportError {
            throw VisitPipelineError(.endpoint, error.message, cause: error)
        }
        let took = sent.exchange.duration.wholeMilliseconds
        switch sent.exchange.result {
        case .success(let answer):
            return EndpointTrial(message: sent.message, tookMilliseconds: took, status: answer.status, failure: nil)
        case .failure(let error):
            return EndpointTrial(message: sent.message, tookMilliseconds: took, status: nil, failure: error.message)
        }
    }
}

package struct EndpointTrial: Hashable, Sendable {
    package let message: MessageID
    package let tookMilliseconds: Int64
    /// `nil` where there was no response.
    package let status: Int?
    /// Why there was no response, for a person; `nil` where there was one.
    package let failure: String?

    /// Whether the receiver accepted the message.
    package var isDelivered: Bool { status.map { (200...299).contains($0) } ?? false }
}
