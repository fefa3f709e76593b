public import HTTPTransport
public import VisitModel

/// A message as it was queued: what stays the same on every try.
public struct OutgoingMessage: Hashable, Sendable {
    /// Its name.
    public let id: MessageID
    /// What kind of thing it tells.
    public let type: MessageType
    /// The id of what it is about.
    public let subject: String
    /// When what it tells happened.
    public let occurredAt: Timestamp
    /// Its bytes.
    public let body: [UInt8]

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - type: what kind of thing it tells.
    ///   - subject: the id of what it is about.
    ///   - occurredAt: when what it tells happened.
    ///   - body: its bytes.
    public init(id: MessageID, type: MessageType, subject: String, occurredAt: Timestamp, body: [UInt8]) {
        self.id = id
        self.type = type
        self.subject = subject
        self.occurredAt = occurredAt
        self.body = body
    }

    /// The `source` of our CloudEvents; together with a message's name it is unique, as CloudEvents 1.0 asks.
    public static let cloudEventsSource = "urn:footfall"

    /// The request of one try: the message, the time of this try, and a signature over both by every secret in force.
    ///
    /// - Parameters:
    ///   - target: where it goes.
    ///   - time: now.
    ///   - timeout: how long the whole exchange may take; Standard Webhooks advises 15 to 30 s.
    /// - Returns: the request.
    /// - Throws: `WebhookSigningError`.
    public func request(
        to target: EndpointTarget,
        at time: Timestamp,
        timeout: Duration = .seconds(20)
    ) throws -> HTTPRequest {
        let signed = try WebhookSigner.headers(
            id: id.text,
            timestamp: time.milliseconds.flooredSeconds,
            body: body,
            secrets: target.secrets.filter { $0.until.map { time < $0 } ?? true }.map(\.secret)
        )
        var headers = [
            HTTPHeader("Content-Type", "application/json"),
            HTTPHeader(WebhookHeaders.idName, signed.id ?? ""),
            HTTPHeader(WebhookHeaders.timestampName, signed.timestamp ?? ""),
            HTTPHeader(WebhookHeaders.signatureName, signed.signature ?? ""),
        ]
        if target.format == .cloudEvents { headers += cloudEventsHeaders }
        return HTTPRequest(url: target.url, headers: headers, body: body, access: target.access, timeout: timeout)
    }

    /// The attributes of CloudEvents 1.0 in its binary HTTP mode.
    private var cloudEventsHeaders: [HTTPHeader] {
        [
            ("specversion", "1.0"), ("id", id.text), ("source", Self.cloudEventsSource), ("type", type.rawValue),
            ("time", occurredAt.iso8601), ("subject", subject),
        ].map { HTTPHeader("ce-" + $0.0, Self.percentEncoded($0.1)) }
    }

    /// A text as a header's value: blanks, quotes, percent signs and everything outside visible ASCII as `%` and two digits
    /// for each byte (CloudEvents HTTP binding 1.0.2, section 3.1.3.2).
    static func percentEncoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%")] + [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x41 + $0 - 10 }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int64 {
    /// Whole seconds in so many milliseconds, rounded down.
    fileprivate var flooredSeconds: Int64 { (self >= 0 ? self : self - 999) / 1000 }
}
