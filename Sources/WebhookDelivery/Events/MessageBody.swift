internal import Foundation
public import VisitModel

/// The body of a webhook message: `{type, timestamp, data}`, as Standard Webhooks 1.0 has it.
///
/// The members' names and meanings are a promise to other systems; `docs/webhooks/` holds their schemas.
public struct MessageBody: Sendable {
    /// What is told.
    let message: WebhookMessage
    /// Whether where the phone was is told.
    let includesLocation: Bool

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - message: what is told.
    ///   - includesLocation: whether where the phone was is told.
    public init(_ message: WebhookMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    /// The body as JSON in UTF-8, its members in alphabetical order, on one line.
    ///
    /// The same message gives the same bytes.
    ///
    /// - Returns: some hundreds of bytes; below the 20 kB that Standard Webhooks advises.
    /// - Throws: what the encoder throws for a number that JSON does not have, which a message can't hold.
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

    /// Writes the three members.
    ///
    /// - Parameter encoder: takes them.
    /// - Throws: what the encoder throws.
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
