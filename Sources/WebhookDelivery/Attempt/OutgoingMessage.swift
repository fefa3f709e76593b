package import HTTPTransport
package import VisitModel

/// A queued message: everything that stays the same on every attempt.
package struct OutgoingMessage: Hashable, Sendable {
    package let id: MessageID
    package let type: MessageType
    /// The identifier of the event's subject.
    package let subject: String
    package let occurredAt: Timestamp
    /// The body as it is sent.
    package let body: [UInt8]

    package init(id: MessageID, type: MessageType, subject: String, occurredAt: Timestamp, body: [UInt8]) {
        self.id = id
        self.type = type
        self.subject = subject
        self.occurredAt = occurredAt
        self.body = body
    }

    /// The `source` of our CloudEvents; CloudEvents 1.0 requires it to be unique together with the message's
    /// identifier.
    package static let cloudEventsSource = "urn:footfall"

    /// Creates the request of one attempt, with the time of the attempt and a signature by every secret in force.
    ///
    /// `timeout` limits the whole exchange; Standard Webhooks advises 15 to 30 s. Throws `WebhookSigningError`.
    package func request(
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

    /// Percent-encodes a header value: space, quote, percent sign and every byte outside visible ASCII (CloudEvents
    /// HTTP binding 1.0.2, section 3.1.3.2).
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
    /// Milliseconds in whole seconds, rounded down.
    fileprivate var flooredSeconds: Int64 { (self >= 0 ? self : self - 999) / 1000 }
}

/// Everything needed to send a message to an endpoint, including its decrypted secrets; kept in memory only.
package struct EndpointTarget: Sendable {
    /// The address, validated again when the endpoint was loaded.
    package let url: RequestURL
    package let access: NetworkAccess
    package let format: WebhookEndpoint.Format
    /// The signing secrets, newest first, each with the time from which it no longer signs, if any.
    package let secrets: [(secret: WebhookSecret, until: Timestamp?)]

    /// Validates an endpoint's address; throws `HTTPTransportError` with code `invalidURL` or `refusedAddress`.
    package init(_ endpoint: WebhookEndpoint, secrets: [(secret: WebhookSecret, until: Timestamp?)]) throws {
        self.access = NetworkAccess(endpoint.exceptions)
        self.url = try RequestURL(endpoint.url, access: access)
        self.format = endpoint.format
        self.secrets = secrets
    }
}

extension NetworkAccess {
    /// The access that an endpoint's exceptions permit, beyond public addresses over HTTPS.
    package init(_ exceptions: WebhookEndpoint.Exceptions) {
        self.init(
            allowsPrivateAddresses: exceptions.contains(.privateAddress),
            allowsPlainHTTP: exceptions.contains(.plainHTTP),
            allowsAnyPort: exceptions.contains(.unusualPort)
        )
    }
}
