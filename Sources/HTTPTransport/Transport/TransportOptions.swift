internal import Glibc

package struct TransportOptions: Sendable {
    /// The URL of a proxy for all requests, for instance `http://egress.internal:4750`; `nil` for none.
    ///
    /// The environment variables `http_proxy` and the like are never used. With a proxy, the proxy resolves names and
    /// connects, so that addresses are no longer checked here: it must refuse private ones itself, as smokescreen does.
    /// A literal address in a URL is refused all the same.
    package var proxy: String? = nil
    /// A PEM file of trusted certificates that replaces the system's; `nil` for the system's.
    package var certificateAuthorityFile: String? = nil
    /// The limit of name resolution, connection and TLS handshake together; the request's own timeout runs meanwhile.
    package var connectTimeout: Duration = .seconds(10)
    /// The `User-Agent` header, unless a request has its own.
    package var userAgent: String = "Footfall/0.1"
    /// The maximum number of bytes kept of a response's body.
    package var keptBodyBytes = 2048
    /// The maximum number of concurrent requests in one trust class, and of connections kept for later.
    ///
    /// Each may need a connection, and so a descriptor: keep it well below `ulimit -n`. Further requests wait in a
    /// queue, and their timeout runs meanwhile.
    package var maximumConnections = 1024
    /// How long an idle connection is kept, in whole seconds; the default is libcurl's own.
    package var longestIdle: Duration = .seconds(118)
    /// The maximum age at which a connection is reused, in whole seconds.
    ///
    /// A busy connection would otherwise never notice that its host has moved to another address.
    package var longestConnection: Duration = .seconds(300)

    package init() {}
}

extension TransportOptions {
    func check() throws {
        if let file = certificateAuthorityFile, access(file, R_OK) != 0 {
            throw HTTPTransportError(
                .system,
                "the file of certificates \(file) can't be read: check its path and permissions"
            )
        }
        if let proxy, proxy.isEmpty {
            throw HTTPTransportError(.system, "the proxy's URL is empty: give one, or omit it for none")
        }
        guard maximumConnections > 0, keptBodyBytes >= 0 else {
            throw HTTPTransportError(
                .system,
                "a transport needs at least one connection and no negative number of bytes"
            )
        }
    }
}
