package import HTTPTransport
package import VisitModel
package import VisitStore

/// What a running service needs to manage the endpoints of its database: the endpoints, and how a try is sent.
package struct WebhookOffice: Sendable {
    /// The endpoints.
    package let endpoints: WebhookEndpoints
    private let transport: any HTTPSending

    /// Takes the endpoints of a database.
    ///
    /// - Parameters:
    ///   - endpoints: the endpoints.
    ///   - transport: sends requests.
    package init(endpoints: WebhookEndpoints, transport: any HTTPSending) {
        self.endpoints = endpoints
        self.transport = transport
    }

    /// Sends an endpoint a message that stands for nothing, at once and once.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint, disabled or not.
    ///   - time: now.
    /// - Returns: how it went.
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

/// How a try to reach an endpoint went.
package struct EndpointTrial: Hashable, Sendable {
    /// The message's name.
    package let message: MessageID
    /// How long it took, in milliseconds.
    package let tookMilliseconds: Int64
    /// The status of the answer; `nil` where there was none.
    package let status: Int?
    /// Why there was no answer, for a person; `nil` where there was one.
    package let failure: String?

    /// Whether the receiver took the message.
    package var isDelivered: Bool { status.map { (200...299).contains($0) } ?? false }
}
