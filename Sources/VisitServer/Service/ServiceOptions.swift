package import Logging
package import VisitModel

/// The options of the service: address and limits.
package struct ServiceOptions: Sendable {
    /// The address to listen on: a name or an IP address.
    package var host = "127.0.0.1"
    /// The port; 0 for any free one.
    package var port = 8_080
    /// The certificate and its key, as PEM files; `nil` for plain HTTP, behind a proxy or on this machine alone.
    package var certificate: (chainFile: String, keyFile: String)?
    /// The most bytes of a request's body, as received.
    package var bodyLimit = 16 << 20
    /// The most bytes of a decompressed body.
    package var unpackedBodyLimit = 64 << 20
    /// The rate limit of a token, in requests per second; 0 for none.
    package var requestsPerSecond = 1_000.0
    /// The most open connections.
    package var connectionLimit = 16_384
    /// The most open connections of one client address; for a client behind a trusted proxy, the most concurrent
    /// requests.
    package var connectionsPerAddress = 4_096
    /// The proxies that are trusted for `X-Forwarded-For`.
    package var trustedProxies: [AddressRange] = []
    /// The time for the head of a request, and of an idle connection, in seconds.
    package var headSeconds = 60
    /// The time for the body of a request, in seconds.
    package var bodySeconds = 60
    /// The time for reading a piece of a response, in seconds.
    package var answerSeconds = 30
    /// How long a stopping service waits for requests in progress, in seconds.
    package var patienceSeconds = 8
    /// The interval of maintenance (changed facilities, due phones, retention), in seconds.
    package var upkeepSeconds = 1.0
    /// The exceptions to public https addresses for webhook endpoints that are added over HTTP.
    ///
    /// None by default, so that a token gives no access to the service's own network.
    package var webhookExceptions: WebhookEndpoint.Exceptions = []
    /// The options of the dashboard.
    package var dashboard = DashboardOptions()
    /// The logger of messages for the operator.
    package var logger = Logger(label: "footfall")

    /// Makes the default options: this machine alone, port 8080.
    package init() {}
}
