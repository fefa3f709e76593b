/// A URL that a request may be sent to.
///
/// It is read by the parser of the library that later connects, so that what was checked is what is connected to; two
/// parsers that disagree on where the host ends are the classic way around such a check. It is plain ASCII: another
/// letter that looks or is folded like a digit or a dot can't come in.
///
/// A host name is not resolved here. Its addresses are checked when they are about to be connected to, because the answer
/// of a name server may differ by then.
public struct RequestURL: Hashable, Sendable, CustomStringConvertible {
    /// The longest text in bytes; more than any server must understand (RFC 9110, section 4.1, names 8,000).
    public static let longestText = 2_000

    /// The URL as it was given.
    public let text: String
    /// The host as the library reads it, in lower case; an IPv6 address without brackets.
    public let host: String
    /// The port, also where the text names none; 1 to 65535.
    public let port: Int
    /// Whether it is `http:` and not `https:`.
    public let isPlainHTTP: Bool
    /// The address where the host is one, whatever way it was written.
    let literal: IPAddress?

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - text: an absolute `https:` or, where allowed, `http:` URL of at most ``longestText`` bytes.
    ///   - access: what the request may reach.
    /// - Throws: ``HTTPTransportError`` with ``HTTPTransportError/Code/invalidURL`` or
    ///   ``HTTPTransportError/Code/refusedAddress`` and what to write instead.
    public init(_ text: String, access: NetworkAccess) throws {
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

    /// Why a request with an access may not go there, or nil: an access may have become narrower since the check.
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
        // Reserved for the machine itself (RFC 6761, section 6.3); libcurl knows it without asking.
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") {
            return HTTPTransportError(
                .refusedAddress,
                "\(host) is this machine itself, which may not be reached: use a public host, or allow private addresses"
            )
        }
        return nil
    }

    /// The URL as it was given.
    public var description: String { text }
}

extension HTTPTransportError {
    /// The error for an address that may not be reached.
    static func refused(_ address: IPAddress, in range: AddressRange) -> HTTPTransportError {
        HTTPTransportError(
            .refusedAddress,
            "the address \(address) is in \(range), which may not be reached: use a public host, or allow private addresses"
        )
    }
}
