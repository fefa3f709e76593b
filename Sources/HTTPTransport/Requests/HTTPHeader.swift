/// One header of a request.
///
/// It can't break out of its line, whoever its text came from: bytes that may not stand in a header are left out when it
/// is made, rather than refused, because a header is decoration and an event must not be lost over it. In a name that is
/// everything but the characters of a token (RFC 9110, section 5.6.2); in a value it is CR, LF, NUL and the other control
/// characters, but for the tab, and blanks around it (section 5.5).
public struct HTTPHeader: Hashable, Sendable {
    /// The name as it will be sent, for instance `webhook-id`; may be empty, and the header is then not sent.
    public let name: String
    /// The value as it will be sent, in one line.
    public let value: String

    /// Makes a header of which only the permitted bytes are kept.
    ///
    /// - Parameters:
    ///   - name: the name; anything but letters, digits and ``!#$%&'*+-.^_`|~`` is left out.
    ///   - value: the value; control characters and the blanks around it are left out.
    public init(_ name: String, _ value: String) {
        self.name = String(decoding: name.utf8.filter(Self.isToken), as: UTF8.self)
        let kept = value.utf8.filter { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        let start = kept.firstIndex { !Self.isBlank($0) } ?? kept.endIndex
        let end = kept.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? start
        self.value = String(decoding: kept[start..<end], as: UTF8.self)
    }

    /// Whether the transport writes this header itself: it frames the message or names its target.
    ///
    /// A second opinion on these from outside makes two servers read one stream in two ways (request smuggling), or
    /// reaches another site on the same machine. They are left out of what the caller gives.
    var isTransports: Bool {
        Self.transports.contains(name.lowercased())
    }

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
