internal import Foundation
public import VisitModel

/// The body of a webhook message: `{type, timestamp, data}`, as defined by Standard Webhooks 1.0.
///
/// The names and meanings of the members are a public contract; their schemas are in `docs/webhooks/`.
public struct MessageBody: Sendable {
    let message: WebhookMessage
    /// Whether the body includes the phone's location.
    let includesLocation: Bool

    /// Creates a body.
    public init(_ message: WebhookMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    /// Encodes the body as one line of UTF-8 JSON, its members sorted by name; equal messages give equal bytes.
    ///
    /// It has some hundreds of bytes, below the 20 kB that Standard Webhooks advises. Throws `EncodingError` for a
    /// number that JSON can't represent, which a message can't hold.
    public func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

extension MessageBody: Encodable {
    private enum Member: String, CodingKey {
        case type, timestamp, data
    }

    /// Encodes `type`, `timestamp` and `data`.
    public func encode(to encoder: any Encoder) throws {
        var body = encoder.container(keyedBy: Member.self)
        try body.encode(message.type.rawValue, forKey: .type)
        try body.encode(message.occurredAt.iso8601, forKey: .timestamp)
        let data = body.superEncoder(forKey: .data)
        switch message.content {
        case .visit(let visit): try VisitData(visit, includesLocation: includesLocation).encode(to: data)
        case .deviceEvent(let event): try DeviceEventData(event, includesLocation: includesLocation).encode(to: data)
        case .facilitiesImported, .endpointDisabled, .test: try ReportData(message.content).encode(to: data)
        }
    }
}

/// The `data` of a message about a device event that belongs to no visit.
struct DeviceEventData: Encodable {
    private let message: DeviceEventMessage
    private let includesLocation: Bool

    init(_ message: DeviceEventMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    private enum Member: String, CodingKey {
        case device, member
        // Deprecated: the members of `throwable`.
        case code, message
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        try data.encode(message.device.text, forKey: .device)
        try data.encode(message.member.text, forKey: .member)
        try EventFields(
            message.event.kind,
            // The documented payload has a location for heartbeats only, and endpoints have never received one for
            // other events.
            at: message.event == .heartbeat ? message.location : nil,
            includesLocation: includesLocation
        ).encode(to: encoder)
        guard case .error(let code, let text) = message.event else { return }
        try data.encode(code, forKey: .code)
        try data.encode(text, forKey: .message)
    }
}

/// The `data` of a message about facilities or an endpoint, not about a phone.
struct ReportData: Encodable {
    private let content: WebhookMessage.Content

    init(_ content: WebhookMessage.Content) {
        self.content = content
    }

    private enum Member: String, CodingKey {
        case added, updated, unchanged, retired
        case effectiveFrom = "effective_from"
        case message
        case endpoint, reason
        case failingSince = "failing_since"
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        switch content {
        case .visit, .deviceEvent:
            break  // `VisitData` and `DeviceEventData` write them.
        case .facilitiesImported(let added, let updated, let unchanged, let retired, let effectiveFrom):
            try data.encode(added, forKey: .added)
            try data.encode(updated, forKey: .updated)
            try data.encode(unchanged, forKey: .unchanged)
            try data.encode(retired, forKey: .retired)
            try data.encode(effectiveFrom.iso8601, forKey: .effectiveFrom)
        case .endpointDisabled(let endpoint, let reason, let failingSince):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode(reason.rawValue, forKey: .reason)
            try data.encode(failingSince?.iso8601, forKey: .failingSince)
        case .test(let endpoint):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode("This is a test. There is no visit.", forKey: .message)
        }
    }
}
