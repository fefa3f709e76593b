internal import CCurl
internal import Glibc

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

    /// Validates an absolute `https:` or, where allowed, `http:` URL of at most ``longestText`` bytes.
    ///
    /// Throws ``HTTPTransportError`` with ``HTTPTransportError/Code/invalidURL`` or
    /// ``HTTPTransportError/Code/refusedAddress``; the message says what to write instead.
    package init(_ text: String, access: NetworkAccess) throws {
        let parts = try URLParts(text)
        self.text = text
        host = parts.host
        port = parts.port
        isPlainHTTP = parts.isPlainHTTP
        literal = parts.literal
        if let violation = violation(of: access) { throw violation }
    }

    /// The reason why an access does not permit this URL, or `nil`; checked again because the access may have narrowed.
    func violation(of access: NetworkAccess) -> HTTPTransportError? {
        if isPlainHTTP && !access.allowsPlainHTTP {
            return HTTPTransportError(.invalidURL, "http: is not allowed for this request: use an https: URL")
        }
        if !access.allowsAnyPort && !access.allowsPrivateAddresses && !NetworkAccess.usualPorts.contains(port) {
            let ports = NetworkAccess.usualPorts.sorted().map(String.init).joined(separator: ", ")
            return HTTPTransportError(.invalidURL, "port \(port) is not allowed: use one of \(ports)")
        }
        guard !access.allowsPrivateAddresses else { return nil }
        if let literal, let range = AddressRules.refusal(of: literal) { return .refused(literal, in: range) }
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

    package var description: String { text }
}

extension HTTPTransportError {
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

    package init(allowsPrivateAddresses: Bool = false, allowsPlainHTTP: Bool = false, allowsAnyPort: Bool = false) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsPlainHTTP = allowsPlainHTTP
        self.allowsAnyPort = allowsAnyPort
    }
}

/// The parts of a URL as parsed by libcurl, after stricter checks of the text.
struct URLParts {
    let host: String
    let port: Int
    let isPlainHTTP: Bool
    let literal: IPAddress?

    init(_ text: String) throws {
        try Self.checkText(text)
        guard let handle = curl_url() else { throw HTTPTransportError(.system, "there is no memory to read a URL") }
        defer { curl_url_cleanup(handle) }
        let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER))
        guard code == CURLUE_OK else {
            throw Self.invalid("\(text) is not a URL: \(String(cString: curl_url_strerror(code)))")
        }
        guard
            let scheme = Self.part(CURLUPART_SCHEME, of: handle), let written = Self.part(CURLUPART_HOST, of: handle),
            let port = Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else {
            throw Self.invalid("\(text) has no host: write for instance https://example.com/hook")
        }
        guard (1...65_535).contains(port) else { throw Self.invalid("\(port) is not a port: use 1 to 65535") }
        isPlainHTTP = scheme.lowercased() == "http"
        self.port = port
        var host = written.lowercased()
        if host.hasPrefix("[") && host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard let address = IPAddress(host) else { throw Self.invalid("\(written) is not an IPv6 address") }
            literal = address
            let zone = Self.part(CURLUPART_ZONEID, of: handle)
            if zone != nil && AddressRules.refusal(of: address) == nil {
                throw Self.invalid("\(text) has a zone, which names a network interface of this machine: omit it")
            }
        } else {
            literal = try Self.number(host)
        }
        self.host = host
    }

    private static func checkText(_ text: String) throws {
        guard text.utf8.count <= RequestURL.longestText else {
            throw invalid("the URL has \(text.utf8.count) bytes: use at most \(RequestURL.longestText)")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw invalid(
                "the URL has blanks, control characters or letters beyond ASCII: percent-encode them, and write such a host as xn--…"
            )
        }
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            throw invalid("\(text) does not begin with https://")
        }
        guard !text.contains("#") else {
            throw invalid("\(text) has a fragment, which is never sent: omit # and everything after it")
        }
        guard !text.contains("\\") else {
            throw invalid("\(text) has a backslash, which is ambiguous: use / or %5C")
        }
        // libcurl accepts one to three slashes after the scheme; the standard, two (RFC 3986, section 3).
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty else {
            throw invalid("\(text) has no host: write for instance https://example.com/hook")
        }
        guard !authority.contains("@") else {
            throw invalid("the URL has a user or password before @: omit it, and put a secret into a header")
        }
    }

    /// The address of a numeric host as libc reads it: 127.0.0.1, 2130706433, 0x7f.1, 0177.0.0.1.
    private static func number(_ host: String) throws -> IPAddress? {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        var address = in_addr()
        if inet_aton(name, &address) == 1 { return IPAddress(v4: UInt32(bigEndian: address.s_addr)) }
        // A host with a numeric last label is not a name (WHATWG URL, section 3.5): no such top-level domain can exist.
        let last = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        let isNumber = !last.isEmpty && (last.allSatisfy(\.isNumber) || last.hasPrefix("0x"))
        guard !isNumber else {
            throw invalid("\(host) is neither a name nor an address: write four numbers from 0 to 255")
        }
        return nil
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    private static func invalid(_ message: String) -> HTTPTransportError { HTTPTransportError(.invalidURL, message) }
}
