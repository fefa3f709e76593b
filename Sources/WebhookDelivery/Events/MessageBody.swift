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
    ///
    /// - Parameters:
    ///   - message: the event to encode.
    ///   - includesLocation: whether the body includes the phone's location.
    public init(_ message: WebhookMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    /// Encodes the body as UTF-8 JSON on one line, with its members in alphabetical order.
    ///
    /// Equal messages give equal bytes.
    ///
    /// - Returns: some hundreds of bytes; below the 20 kB that Standard Webhooks advises.
    /// - Throws: `EncodingError` for a number that JSON can't represent, which a message can't hold.
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
