/// A message to webhook endpoints, before it is encoded.
public struct WebhookMessage: Hashable, Sendable {
    /// The `webhook-id` of every attempt to deliver the message, to any endpoint.
    ///
    /// Without a dot: the signed content is divided by dots.
    public let id: MessageID
    /// The type of the message.
    public let type: MessageType
    /// When the reported event happened.
    public let occurredAt: Timestamp
    /// The payload.
    public let content: Content

    /// Creates a message.
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
    /// The identifier of the message about a subject: `msg_` and 26 letters and digits.
    ///
    /// It is derived from the content and not random, so that repeating an evaluation gives the same identifier.
    /// `number` distinguishes the messages of one type about the subject.
    public static func of(_ type: MessageType, _ subject: String, number: Int64) -> MessageID {
        let halves = ["1", "2"].map { half in
            var digest = StableDigest()
            // A test and a disabling of one endpoint at the same time must differ.
            digest.combine(half + type.rawValue)
            digest.combine(subject)
            digest.combine(number)
            return StableDigest.text(of: digest.value)
        }
        return MessageID(unchecked: "msg_" + halves.joined())
    }
}

/// A device event that belongs to no visit.
public struct DeviceEventMessage: Hashable, Sendable {
    /// The phone.
    public let device: DeviceID
    /// The member who uses it.
    public let member: MemberID
    /// The event.
    public let event: Event
    /// The fix that caused the event, if there was one.
    public let location: GeofenceEvent.Location?

    /// Creates a message.
    public init(device: DeviceID, member: MemberID, event: Event, location: GeofenceEvent.Location? = nil) {
        self.device = device
        self.member = member
        self.event = event
        self.location = location
    }

    /// The events of the Gym Visits document that belong to no visit.
    public enum Event: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityID])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityID]?)
        /// The phone reported that it is running.
        case heartbeat
        /// The phone's geofencing failed: a code, such as `too_many_geofences`, and a sentence for a person.
        case error(code: String, message: String)

        /// The type of the event's message.
        public var type: MessageType {
            switch self {
            case .registered: .geofencesRegistered
            case .unregistered: .geofencesUnregistered
            case .heartbeat: .deviceHeartbeat
            case .error: .deviceError
            }
        }

        /// The event's kind in the event log.
        public var kind: GeofenceEvent.Kind {
            switch self {
            case .registered(let ids): .registered(ids)
            case .unregistered(let ids): .unregistered(ids)
            case .heartbeat: .heartbeat
            case .error(let code, let message): .error(code: code, message: message)
            }
        }
    }
}
