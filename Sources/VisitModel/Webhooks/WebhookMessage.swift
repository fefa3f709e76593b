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
        /// A phone's geofencing failed.
        case deviceError(DeviceErrorMessage)
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

/// A phone's report that its geofencing failed.
public struct DeviceErrorMessage: Hashable, Sendable {
    /// Which phone.
    public let device: DeviceID
    /// Whose.
    public let member: MemberID
    /// A short name, such as `too_many_geofences`.
    public let code: String
    /// A sentence for a person.
    public let message: String

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - device: which phone.
    ///   - member: whose.
    ///   - code: a short name.
    ///   - message: a sentence for a person.
    public init(device: DeviceID, member: MemberID, code: String, message: String) {
        self.device = device
        self.member = member
        self.code = code
        self.message = message
    }
}
