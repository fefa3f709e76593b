public import Logging
public import VisitModel

/// How the service listens and what it allows.
public struct ServiceOptions: Sendable {
    /// The address to listen on: a name or an IP address.
    public var host = "127.0.0.1"
    /// The port; 0 for any that is free.
    public var port = 8_080
    /// The certificate and its key, as PEM files; `nil` for plain HTTP, behind a proxy or on this machine alone.
    public var certificate: (chainFile: String, keyFile: String)?
    /// The most bytes of a request's body, as it comes.
    public var bodyLimit = 16 << 20
    /// The most bytes of a body unpacked.
    public var unpackedBodyLimit = 64 << 20
    /// How many requests a second a token may make in the long run; 0 for any number.
    public var requestsPerSecond = 1_000.0
    /// How many connections at most are open at a time.
    public var connectionLimit = 16_384
    /// How many connections at most are open from one client address; of a client behind a trusted proxy, how many requests
    /// are under way.
    public var connectionsPerAddress = 4_096
    /// The proxies whose `X-Forwarded-For` is taken for the client's address.
    public var trustedProxies: [AddressRange] = []
    /// How long the head of a request may take, in seconds; also how long a connection may be idle.
    public var headSeconds = 60
    /// How long the body of a request may take, in seconds.
    public var bodySeconds = 60
    /// How long a client may take no piece of an answer, in seconds.
    public var answerSeconds = 30
    /// How long requests under way are waited for at the end, in seconds.
    public var patienceSeconds = 8
    /// How often facilities, silent phones and retention are looked after, in seconds.
    public var upkeepSeconds = 1.0
    /// What webhook endpoints that are made over HTTP may reach beyond public addresses by https: nothing, so that a token
    /// does not open the network that the service stands in.
    public var webhookExceptions: WebhookEndpoint.Exceptions = []
    /// The pages for people.
    public var dashboard = DashboardOptions()
    /// Where the service writes what an operator should know.
    public var logger = Logger(label: "footfall")

    /// The standard options: this machine alone, port 8080.
    public init() {}
}
