package import Logging
package import VisitModel

/// How the service listens and what it allows.
package struct ServiceOptions: Sendable {
    /// The address to listen on: a name or an IP address.
    package var host = "127.0.0.1"
    /// The port; 0 for any that is free.
    package var port = 8_080
    /// The certificate and its key, as PEM files; `nil` for plain HTTP, behind a proxy or on this machine alone.
    package var certificate: (chainFile: String, keyFile: String)?
    /// The most bytes of a request's body, as it comes.
    package var bodyLimit = 16 << 20
    /// The most bytes of a body unpacked.
    package var unpackedBodyLimit = 64 << 20
    /// How many requests a second a token may make in the long run; 0 for any number.
    package var requestsPerSecond = 1_000.0
    /// How many connections at most are open at a time.
    package var connectionLimit = 16_384
    /// How many connections at most are open from one client address; of a client behind a trusted proxy, how many requests
    /// are under way.
    package var connectionsPerAddress = 4_096
    /// The proxies whose `X-Forwarded-For` is taken for the client's address.
    package var trustedProxies: [AddressRange] = []
    /// How long the head of a request may take, in seconds; also how long a connection may be idle.
    package var headSeconds = 60
    /// How long the body of a request may take, in seconds.
    package var bodySeconds = 60
    /// How long a client may take no piece of an answer, in seconds.
    package var answerSeconds = 30
    /// How long requests under way are waited for at the end, in seconds.
    package var patienceSeconds = 8
    /// How often facilities, silent phones and retention are looked after, in seconds.
    package var upkeepSeconds = 1.0
    /// What webhook endpoints that are made over HTTP may reach beyond public addresses by https: nothing, so that a token
    /// does not open the network that the service stands in.
    package var webhookExceptions: WebhookEndpoint.Exceptions = []
    /// The pages for people.
    package var dashboard = DashboardOptions()
    /// Where the service writes what an operator should know.
    package var logger = Logger(label: "footfall")

    /// The standard options: this machine alone, port 8080.
    package init() {}
}
