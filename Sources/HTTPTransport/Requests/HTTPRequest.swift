package struct HTTPRequest: Sendable {
    /// The HTTP methods that can be sent; all may have a body.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        /// The method of webhooks.
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        /// Some tracking apps can be configured to send it with a body.
        case options = "OPTIONS"
    }

    package var method: Method
    package var url: RequestURL
    /// The headers, in order; `Content-Type` is not added when missing, and headers that frame the message are not
    /// sent.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// The permitted access; checked for ``url`` and for each address that is connected to.
    package var access: NetworkAccess
    /// The limit of the whole exchange, from submission to the last byte of the response; at least 1 ms.
    package var timeout: Duration

    package init(
        url: RequestURL,
        headers: [HTTPHeader] = [],
        body: [UInt8],
        access: NetworkAccess = NetworkAccess(),
        timeout: Duration = .seconds(20),
        method: Method = .post
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.access = access
        self.timeout = timeout
    }
}

/// One header of a request.
///
/// Header injection is impossible, wherever the text came from: forbidden bytes are removed on creation. They are not
/// refused, because a header is secondary and an event must not be lost over it. A name keeps only the characters of a
/// token (RFC 9110, section 5.6.2). A value loses CR, LF, NUL and the other control characters except the tab, and
/// surrounding white space (section 5.5).
package struct HTTPHeader: Hashable, Sendable {
    /// The name as sent, for instance `webhook-id`; a header with an empty name is not sent.
    package let name: String
    /// The value as sent, on one line.
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = String(decoding: name.utf8.filter(Self.isToken), as: UTF8.self)
        let kept = value.utf8.filter { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        let start = kept.firstIndex { !Self.isBlank($0) } ?? kept.endIndex
        let end = kept.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? start
        self.value = String(decoding: kept[start..<end], as: UTF8.self)
    }

    /// Whether only the transport may write this header, because it frames the message or names its target.
    ///
    /// A second value from the caller can make two servers parse one stream differently (request smuggling), or reach
    /// another site on the same machine. Such headers of the caller are not sent.
    var isTransports: Bool { Self.transports.contains(name.lowercased()) }

    private static let transports: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer",
        "upgrade", "http2-settings", "expect",
    ]

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
