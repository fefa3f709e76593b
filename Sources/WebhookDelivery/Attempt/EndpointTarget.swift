package import HTTPTransport
package import VisitModel

/// Everything needed to send a message to an endpoint, including its decrypted secrets; kept in memory only.
package struct EndpointTarget: Sendable {
    /// The address, validated again when the endpoint was loaded.
    package let url: RequestURL
    /// The addresses and ports that a request may connect to.
    package let access: NetworkAccess
    /// The format of the message.
    package let format: WebhookEndpoint.Format
    /// The signing secrets, newest first, each with the time from which it no longer signs.
    package let secrets: [(secret: WebhookSecret, until: Timestamp?)]

    /// Validates an endpoint's address.
    ///
    /// - Parameters:
    ///   - endpoint: the configured endpoint.
    ///   - secrets: the signing secrets, newest first; one without an end does not expire.
    /// - Throws: `HTTPTransportError` with code `invalidURL` or `refusedAddress`.
    package init(_ endpoint: WebhookEndpoint, secrets: [(secret: WebhookSecret, until: Timestamp?)]) throws {
        self.access = NetworkAccess(endpoint.exceptions)
        self.url = try RequestURL(endpoint.url, access: access)
        self.format = endpoint.format
        self.secrets = secrets
    }
}

extension NetworkAccess {
    /// The access that an endpoint's exceptions permit, beyond public addresses over HTTPS.
    package init(_ exceptions: WebhookEndpoint.Exceptions) {
        self.init(
            allowsPrivateAddresses: exceptions.contains(.privateAddress),
            allowsPlainHTTP: exceptions.contains(.plainHTTP),
            allowsAnyPort: exceptions.contains(.unusualPort)
        )
    }
}
