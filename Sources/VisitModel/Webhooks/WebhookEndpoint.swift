/// The configuration of a webhook endpoint, without its secret.
public struct WebhookEndpoint: Hashable, Sendable {
    /// The endpoint's identifier.
    public let id: EndpointID
    /// The address that messages are posted to, as validated when the endpoint was created.
    public let url: String
    /// The message types the endpoint subscribes to; `nil` for those of visits.
    public let types: Set<MessageType>?
    /// The facilities the endpoint subscribes to; `nil` for all.
    public let facilities: Set<FacilityID>?
    /// The format of the messages.
    public let format: Format
    /// Whether messages include the phone's location.
    public let includesLocation: Bool
    /// The permitted exceptions to a public address over HTTPS.
    public let exceptions: Exceptions

    /// Creates an endpoint.
    public init(
        id: EndpointID,
        url: String,
        types: Set<MessageType>? = nil,
        facilities: Set<FacilityID>? = nil,
        format: Format = .standard,
        includesLocation: Bool = false,
        exceptions: Exceptions = []
    ) {
        self.id = id
        self.url = url
        self.types = types
        self.facilities = facilities
        self.format = format
        self.includesLocation = includesLocation
        self.exceptions = exceptions
    }

    /// The headers of a message; body and signature are the same in each format.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Standard Webhooks 1.0: the headers `webhook-id`, `webhook-timestamp`, `webhook-signature`.
        case standard
        /// The same, with the headers of CloudEvents 1.0 in its binary HTTP mode.
        case cloudEvents = "cloudevents"
    }

    /// Kinds of addresses that are refused by default; the bits are stored.
    public struct Exceptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Creates exceptions.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// An address of a private network, or this machine itself.
        public static let privateAddress = Exceptions(rawValue: 1 << 0)
        /// Plain HTTP, which can be read in transit.
        public static let plainHTTP = Exceptions(rawValue: 1 << 1)
        /// A port outside the usual ones of web servers.
        public static let unusualPort = Exceptions(rawValue: 1 << 2)
    }

    /// Whether the endpoint's filters match a message; `facility` is `nil` where the message has none.
    ///
    /// A message that belongs to no visit (a phone's error, an import, a disabled endpoint) is sent only to an endpoint
    /// that lists its type: by default a partner must not learn about members' phones or other partners.
    public func wants(_ type: MessageType, of facility: FacilityID?) -> Bool {
        guard types?.contains(type) ?? type.isOfVisit else { return false }
        guard let facility, let facilities else { return true }
        return facilities.contains(facility)
    }
}

/// The identifier of an endpoint.
public typealias EndpointID = Identifier<WebhookEndpoint>

extension WebhookEndpoint {
    /// The reason why an endpoint was disabled.
    public enum DisablingReason: String, Hashable, Sendable, CaseIterable {
        /// An operator disabled it.
        case byHand = "by_hand"
        /// It responded with 410: it is gone for good.
        case gone
        /// Every attempt failed for too long.
        case failingTooLong = "failing_too_long"
    }
}

/// The type of a webhook message.
///
/// The raw value is the `type` of a Standard Webhooks body; its meaning never changes.
public enum MessageType: String, Hashable, Sendable, CaseIterable {
    /// A member entered: the start of a visit that may still be too short.
    case visitEntered = "visit.entered"
    /// The member stayed for the facility's dwell threshold.
    case visitDwelled = "visit.dwelled"
    /// The member left.
    case visitExited = "visit.exited"
    /// Something recorded before changed, or turned out not to have happened.
    case visitCorrected = "visit.corrected"
    /// No fix arrived for so long that the visit was ended at its last proof.
    case visitTimedOut = "visit.timed_out"
    /// An import changed facilities.
    case facilityImported = "facility.imported"
    /// A phone reported that its geofencing failed.
    case deviceError = "device.error"
    /// A phone registered geofences with its system.
    case geofencesRegistered = "geofences.registered"
    /// A phone's geofences were removed.
    case geofencesUnregistered = "geofences.unregistered"
    /// A phone reported that it is running.
    case deviceHeartbeat = "device.heartbeat"
    /// Another endpoint was disabled.
    case endpointDisabled = "endpoint.disabled"
    /// A test of the endpoint.
    case webhookTest = "webhook.test"

    /// Whether the message is about a visit.
    public var isOfVisit: Bool {
        switch self {
        case .visitEntered, .visitDwelled, .visitExited, .visitCorrected, .visitTimedOut: true
        case .facilityImported, .deviceError, .geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat,
            .endpointDisabled, .webhookTest:
            false
        }
    }

    /// The types that an endpoint can subscribe to; a test is sent to the tested endpoint regardless.
    public static let selectable = allCases.filter { $0 != .webhookTest }
}

extension MessageType {
    /// The types that a name, a prefix such as `visit.*`, or `*` for every selectable type matches; may be empty.
    public static func named(_ name: some StringProtocol) -> Set<MessageType> {
        Set(
            selectable.filter { type in
                name == "*" || type.rawValue == name
                    || (name.hasSuffix(".*") && type.rawValue.hasPrefix(name.dropLast()))
            }
        )
    }
}
