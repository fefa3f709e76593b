/// The settings of a transport.
public struct TransportOptions: Sendable {
    /// The URL of a proxy that all requests go through, for instance `http://egress.internal:4750`; nil means none.
    ///
    /// The environment's `http_proxy` and its kin are never used. With a proxy it is the proxy that resolves names and
    /// connects, so that addresses are no longer checked here: it must refuse private ones itself, as smokescreen does.
    /// A literal address in a URL is refused all the same.
    public var proxy: String? = nil
    /// A file of certificates in PEM form that are trusted in the place of the system's; nil means the system's.
    public var certificateAuthorityFile: String? = nil
    /// The longest time for the look-up, the connection and TLS together; the request's own timeout goes on meanwhile.
    public var connectTimeout: Duration = .seconds(10)
    /// The `User-Agent` header, unless a request has its own.
    public var userAgent: String = "Footfall/0.1"
    /// How many bytes of an answer's body are kept.
    public var keptBodyBytes = 2048
    /// The most requests of one class of trust that are on their way at once, and connections kept for later.
    ///
    /// Each may need a connection, and so a descriptor: keep it well below `ulimit -n`. Further requests wait for their
    /// turn, and their timeout goes on meanwhile.
    public var maximumConnections = 1024
    /// How long a connection is kept for later while nothing goes over it, in whole seconds; libcurl's own limit is the same.
    public var longestIdle: Duration = .seconds(118)
    /// How long a connection is used before the next request gets a new one, in whole seconds.
    ///
    /// A busy connection would otherwise never notice that its host has moved to another address.
    public var longestConnection: Duration = .seconds(300)

    /// Makes the default settings.
    public init() {}
}
