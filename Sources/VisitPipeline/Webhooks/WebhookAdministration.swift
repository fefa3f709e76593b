package import HTTPTransport
package import VisitModel
package import VisitStore

/// The administration of endpoints in a running service, including test messages.
package struct WebhookAdministration: Sendable {
    /// The endpoints.
    package let endpoints: WebhookEndpoints
    private let transport: any HTTPSending

    /// Makes an administration of a database's endpoints.
    package init(endpoints: WebhookEndpoints, transport: any HTTPSending) {
        self.endpoints = endpoints
        self.transport = transport
    }

    /// Sends a test message to an endpoint, immediately and once.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint, disabled or not.
    ///   - time: the current time.
    /// - Returns: the result.
    /// - Throws: `VisitPipelineError` with code `keyFile`, or `endpoint` where the address is refused.
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

/// The result of a test message.
package struct EndpointTrial: Hashable, Sendable {
    /// The message's id.
    package let message: MessageID
    /// The duration in milliseconds.
    package let tookMilliseconds: Int64
    /// The status of the response; `nil` where there was none.
    package let status: Int?
    /// Why there was no response, for a person; `nil` where there was one.
    package let failure: String?

    /// Whether the receiver accepted the message.
    package var isDelivered: Bool { status.map { (200...299).contains($0) } ?? false }
}
