/// A validated URL that a request may be sent to.
///
/// It is parsed by the library that later connects, so that the URL checked is the URL connected to; two parsers that
/// disagree on where the host ends are the classic way around such a check. The text is plain ASCII, which excludes
/// letters that look like or fold to a digit or a dot.
///
/// A host name is not resolved here. Its addresses are checked immediately before connecting, because the response of a
/// name server may differ by then.
package struct RequestURL: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of the text in bytes; RFC 9110, section 4.1, recommends support for at least 8,000.
    package static let longestText = 2_000

    /// The URL as it was given.
    package let text: String
    /// The host as parsed by libcurl, in lower case; an IPv6 address without brackets.
    package let host: String
    /// The port, explicit or by default; 1 to 65535.
    package let port: Int
    /// Whether the scheme is `http:` and not `https:`.
    package let isPlainHTTP: Bool
    /// The address if the host is one, in any notation.
    let literal: IPAddress?

    /// Validates a text.
    ///
    /// - Parameters:
    ///   - text: an absolute `https:` or, where allowed, `http:` URL of at most ``longestText`` bytes.
    ///   - access: the permitted access.
    /// - Throws: ``HTTPTransportError`` with ``HTTPTransportError/Code/invalidURL`` or
    ///   ``HTTPTransportError/Code/refusedAddress`` and what to write instead.
    package init(_ text: String, access: NetworkAccess) throws {
        let parts = try URLParts(text)
        self.text = text
        host = parts.host
        port = parts.port
        isPlainHTTP = parts.isPlainHTTP
        literal = parts.literal
        if let fault = fault(under: access) {
            throw fault
        }
    }

    /// The reason why an access does not permit this URL, or `nil`; checked again because the access may have narrowed.
    func fault(under access: NetworkAccess) -> HTTPTransportError? {
        if isPlainHTTP && !access.allowsPlainHTTP {
            return HTTPTransportError(.invalidURL, "http: is not allowed for this request: use an https: URL")
        }
        if !access.allowsAnyPort && !access.allowsPrivateAddresses && !NetworkAccess.usualPorts.contains(port) {
            let ports = NetworkAccess.usualPorts.sorted().map(String.init).joined(separator: ", ")
            return HTTPTransportError(.invalidURL, "port \(port) is not allowed: use one of \(ports)")
        }
        guard !access.allowsPrivateAddresses else { return nil }
        if let literal, let range = AddressRules.refusal(of: literal) {
            return .refused(literal, in: range)
        }
        // Reserved for the machine itself (RFC 6761, section 6.3); libcurl resolves it without a query.
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") {
            return HTTPTransportError(
                .refusedAddress,
                "\(host) is this machine itself, which is not allowed: use a public host, or allow private addresses"
            )
        }
        return nil
    }

    /// The URL as it was given.
    package var description: String { text }
}

extension HTTPTransportError {
    /// The error for a forbidden address.
    static func refused(_ address: IPAddress, in range: AddressRange) -> HTTPTransportError {
        HTTPTransportError(
            .refusedAddress,
            "the address \(address) is in \(range), which is not allowed: use a public host, or allow private addresses"
        )
    }
}

/// The schemes, addresses and ports that a request may reach.
///
/// The narrowest access is the default, HTTPS to the public internet on the usual web ports, because the user who
/// registers a webhook chooses where the service connects to. An operator widens it for their own endpoints.
package struct NetworkAccess: Hashable, Sendable {
    /// The ports allowed by default: those of the web, and their usual substitutes.
    package static let usualPorts: Set<Int> = [80, 443, 8080, 8443]

    /// Whether addresses that ``AddressRules`` refuses may be reached, on any port.
    package var allowsPrivateAddresses: Bool
    /// Whether `http:` is allowed in addition to `https:`.
    package var allowsPlainHTTP: Bool
    /// Whether ports outside ``usualPorts`` are allowed.
    package var allowsAnyPort: Bool

    /// Creates an access; without arguments the narrowest.
    package init(allowsPrivateAddresses: Bool = false, allowsPlainHTTP: Bool = false, allowsAnyPort: Bool = false) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsPlainHTTP = allowsPlainHTTP
        self.allowsAnyPort = allowsAnyPort
    }
}
