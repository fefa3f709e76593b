public import VisitModel

/// An endpoint as it is stored.
public struct StoredEndpoint: Hashable, Sendable {
    /// Its number in the database.
    public let key: EndpointKey
    /// Raised by every change that a running delivery has to know of.
    public let revision: Int
    /// Where messages are sent, and which.
    public let endpoint: WebhookEndpoint
    /// The secret, sealed by whoever stored it.
    public let secret: [UInt8]
    /// The secret before it, sealed, and until when it signs too.
    public let previousSecret: RetiringSecret?
    /// When it was made.
    public let createdAt: Timestamp
    /// Since when nothing is sent, and why; `nil` while messages are sent.
    public let disabling: Disabling?
    /// The first failure since the last success; `nil` where none failed since.
    public let failingSince: Timestamp?

    /// A secret that is being replaced.
    public struct RetiringSecret: Hashable, Sendable {
        /// The secret, sealed.
        public let sealed: [UInt8]
        /// Until when it signs.
        public let until: Timestamp

        /// Makes a pair.
        ///
        /// - Parameters:
        ///   - sealed: the secret, sealed.
        ///   - until: until when it signs.
        public init(sealed: [UInt8], until: Timestamp) {
            self.sealed = sealed
            self.until = until
        }
    }

    /// Why and since when nothing is sent.
    public struct Disabling: Hashable, Sendable {
        /// Since when.
        public let at: Timestamp
        /// Why.
        public let reason: WebhookEndpoint.DisablingReason

        /// Makes a pair.
        ///
        /// - Parameters:
        ///   - at: since when.
        ///   - reason: why.
        public init(at: Timestamp, reason: WebhookEndpoint.DisablingReason) {
            self.at = at
            self.reason = reason
        }
    }
}

/// How many messages of an endpoint are where on their way.
public struct DeliveryCounts: Hashable, Sendable {
    /// Not delivered yet: to be sent, or waiting for the message before of the same visit.
    public var waiting = 0
    /// Delivered, as far as not forgotten.
    public var delivered = 0
    /// Given up.
    public var dead = 0

    /// Makes counts of nothing.
    public init() {}
}
