/// A message to webhook endpoints, before it is encoded.
public struct WebhookMessage: Hashable, Sendable {
    /// The message's identifier: the `webhook-id` of every attempt to deliver it, to any endpoint.
    public let id: MessageID
    /// The type of the message.
    public let type: MessageType
    /// When the reported event happened.
    public let occurredAt: Timestamp
    /// The payload.
    public let content: Content

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: the identifier, without a dot: the signed content is divided by dots.
    ///   - type: the type of the message.
    ///   - occurredAt: when the reported event happened.
    ///   - content: the payload.
    public init(id: MessageID, type: MessageType, occurredAt: Timestamp, content: Content) {
        self.id = id
        self.type = type
        self.occurredAt = occurredAt
        self.content = content
    }

    /// The payload of a message.
    public enum Content: Hashable, Sendable {
        /// A change of a visit.
        case visit(VisitMessage)
        /// Facilities were imported.
        case facilitiesImported(added: Int, updated: Int, unchanged: Int, retired: Int, effectiveFrom: Timestamp)
        /// A device event that belongs to no visit.
        case deviceEvent(DeviceEventMessage)
        /// An endpoint was disabled.
        case endpointDisabled(EndpointID, WebhookEndpoint.DisablingReason, failingSince: Timestamp?)
        /// A test of an endpoint.
        case test(EndpointID)
    }

    /// The facility of the message's visit, if it is about one.
    public var facility: FacilityID? {
        if case .visit(let message) = content { message.visit.facility } else { nil }
    }

    /// The visit, if the message is about one; an endpoint receives the messages of a visit in order.
    public var visit: VisitID? {
        if case .visit(let message) = content { message.visit.id } else { nil }
    }
}

/// The identifier of a message.
public typealias MessageID = Identifier<WebhookMessage>

extension Identifier<WebhookMessage> {
    /// Returns the identifier of the message about a subject.
    ///
    /// It is derived from the content and not random, so that repeating an evaluation gives the same identifier.
    ///
    /// - Parameters:
    ///   - type: the type of the message.
    ///   - subject: the identifier of the message's subject.
    ///   - number: distinguishes the messages of one type about the subject.
    /// - Returns: `msg_` and 26 letters and digits.
    public static func of(_ type: MessageType, _ subject: String, number: Int64) -> MessageID {
        let halves = ["1", "2"].map { half in
            var digest = StableDigest()
            // A test and a milestone with the same number must differ; an entry and an exit have different numbers
            // anyway.
            digest.combine(half + type.rawValue)
            digest.combine(subject)
            digest.combine(number)
            return StableDigest.text(of: digest.value)
        }
        return MessageID(unchecked: "msg_" + halves.joined())
    }
}
