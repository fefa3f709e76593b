public import HTTPTransport
public import VisitModel

/// All that it takes to send an endpoint a message, with its secrets open; kept in memory only.
public struct EndpointTarget: Sendable {
    /// The address, checked anew when it was read.
    public let url: RequestURL
    /// What a request to it may reach.
    public let access: NetworkAccess
    /// How a message is dressed.
    public let format: WebhookEndpoint.Format
    /// What it is signed with, the newest first, each with the time from which it no longer signs.
    public let secrets: [(secret: WebhookSecret, until: Timestamp?)]

    /// Checks an endpoint's address and takes it.
    ///
    /// - Parameters:
    ///   - endpoint: where messages are sent.
    ///   - secrets: what they are signed with, the newest first; one without an end signs for ever.
    /// - Throws: `HTTPTransportError` with code `invalidURL` or `refusedAddress`.
    public init(_ endpoint: WebhookEndpoint, secrets: [(secret: WebhookSecret, until: Timestamp?)]) throws {
        self.access = NetworkAccess(endpoint.exceptions)
        self.url = try RequestURL(endpoint.url, access: access)
        self.format = endpoint.format
        self.secrets = secrets
    }
}

extension NetworkAccess {
    /// What an endpoint's requests may reach.
    ///
    /// - Parameter exceptions: what its address may be, beyond a public one by https.
    public init(_ exceptions: WebhookEndpoint.Exceptions) {
        self.init(
            allowsPrivateAddresses: exceptions.contains(.privateAddress),
            allowsPlainHTTP: exceptions.contains(.plainHTTP),
            allowsAnyPort: exceptions.contains(.unusualPort)
        )
    }
}
