/// One thing that other systems are told, before it becomes the bytes of a webhook.
public struct WebhookMessage: Hashable, Sendable {
    /// The message's name: the `webhook-id` of every attempt to deliver it, to any endpoint.
    public let id: MessageID
    /// What kind of thing it tells.
    public let type: MessageType
    /// When what it tells happened.
    public let occurredAt: Timestamp
    /// What it tells.
    public let content: Content

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - id: its name, without a dot: the signed content is divided by dots.
    ///   - type: what kind of thing it tells.
    ///   - occurredAt: when what it tells happened.
    ///   - content: what it tells.
    public init(id: MessageID, type: MessageType, occurredAt: Timestamp, content: Content) {
        self.id = id
        self.type = type
        self.occurredAt = occurredAt
        self.content = content
    }

    /// What a message tells.
    public enum Content: Hashable, Sendable {
        /// How a visit went on.
        case visit(VisitMessage)
        /// Facilities were imported.
        case facilitiesImported(added: Int, updated: Int, unchanged: Int, retired: Int, effectiveFrom: Timestamp)
        /// An event of a phone that is of no visit.
        case deviceEvent(DeviceEventMessage)
        /// An endpoint is no longer sent anything.
        case endpointDisabled(EndpointID, WebhookEndpoint.DisablingReason, failingSince: Timestamp?)
        /// Somebody tries an endpoint out.
        case test(EndpointID)
    }

    /// The facility it is told of, where it is of one.
    public var facility: FacilityID? {
        if case .visit(let message) = content { message.visit.facility } else { nil }
    }

    /// The visit it is told of; the messages of a visit reach an endpoint in their order.
    public var visit: VisitID? {
        if case .visit(let message) = content { message.visit.id } else { nil }
    }
}

/// The name of a message.
public typealias MessageID = Identifier<WebhookMessage>

extension Identifier<WebhookMessage> {
    /// The name of the message about a subject.
    ///
    /// Made of what it tells and not of chance, so that whoever works the same things out again gives the same name.
    ///
    /// - Parameters:
    ///   - type: what kind of thing it tells.
    ///   - subject: the id of what is told of.
    ///   - number: tells the messages about it apart.
    /// - Returns: `msg_` and 26 letters and digits.
    public static func of(_ type: MessageType, _ subject: String, number: Int64) -> MessageID {
        let halves = ["1", "2"].map { half in
            var digest = StableDigest()
            // A test and a milestone of one number must differ; an entry and an exit have different numbers anyway.
            digest.combine(half + type.rawValue)
            digest.combine(subject)
            digest.combine(number)
            return StableDigest.text(of: digest.value)
        }
        return MessageID(unchecked: "msg_" + halves.joined())
    }
}
