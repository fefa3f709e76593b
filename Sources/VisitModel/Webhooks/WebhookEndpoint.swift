/// Where messages are sent, and which.
///
/// The secret it shares with us is not part of it.
public struct WebhookEndpoint: Hashable, Sendable {
    /// The endpoint's name.
    public let id: EndpointID
    /// The address that messages are posted to, as it was checked when the endpoint was made.
    public let url: String
    /// The types of messages it is sent; `nil` for those of visits.
    public let types: Set<MessageType>?
    /// The facilities it is sent messages of; `nil` for all.
    public let facilities: Set<FacilityID>?
    /// How a message is dressed.
    public let format: Format
    /// Whether it is told where phones were.
    public let includesLocation: Bool
    /// What the address may be, beyond a public one by https.
    public let exceptions: Exceptions

    /// Makes an endpoint.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - url: the address that messages are posted to.
    ///   - types: the types of messages it is sent; `nil` for those of visits.
    ///   - facilities: the facilities it is sent messages of; `nil` for all.
    ///   - format: how a message is dressed.
    ///   - includesLocation: whether it is told where phones were.
    ///   - exceptions: what the address may be, beyond a public one by https.
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

    /// How a message is dressed; its body and signature are the same in each.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Standard Webhooks 1.0: the headers `webhook-id`, `webhook-timestamp`, `webhook-signature`.
        case standard
        /// The same, and the headers of CloudEvents 1.0 in its binary HTTP mode.
        case cloudEvents = "cloudevents"
    }

    /// What an address may be that would otherwise be refused.
    public struct Exceptions: OptionSet, Hashable, Sendable {
        /// The bits, as stored.
        public let rawValue: Int

        /// Takes stored bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// An address of a private network, or this machine itself.
        public static let privateAddress = Exceptions(rawValue: 1 << 0)
        /// Plain http: whoever is on the way can read along.
        public static let plainHTTP = Exceptions(rawValue: 1 << 1)
        /// A port that is not one of those that web servers use.
        public static let unusualPort = Exceptions(rawValue: 1 << 2)
    }

    /// Whether a message is for this endpoint.
    ///
    /// What is not of a visit (a phone's error, an import, another endpoint's end) goes only to an endpoint that asks for
    /// its type: a partner is not to learn by default of members' phones or of other partners.
    ///
    /// - Parameters:
    ///   - type: what is told.
    ///   - facility: what it is told of; `nil` where it is of no facility.
    /// - Returns: whether its filters let the message pass.
    public func wants(_ type: MessageType, of facility: FacilityID?) -> Bool {
        guard types?.contains(type) ?? type.isOfVisit else { return false }
        guard let facility, let facilities else { return true }
        return facilities.contains(facility)
    }
}

/// The name of an endpoint.
public typealias EndpointID = Identifier<WebhookEndpoint>

extension WebhookEndpoint {
    /// Why an endpoint is no longer sent anything.
    public enum DisablingReason: String, Hashable, Sendable, CaseIterable {
        /// Somebody disabled it.
        case byHand = "by_hand"
        /// It answered 410: it is gone for good.
        case gone
        /// Every attempt failed for too long.
        case failingTooLong = "failing_too_long"
    }
}
