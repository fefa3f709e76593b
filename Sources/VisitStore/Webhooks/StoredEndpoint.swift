public import VisitModel

/// A webhook endpoint as it is stored.
public struct StoredEndpoint: Hashable, Sendable {
    /// The endpoint's key in the database.
    public let key: EndpointKey
    /// A counter raised by every change that a running delivery has to observe.
    public let revision: Int
    /// The endpoint's address and subscriptions.
    public let endpoint: WebhookEndpoint
    /// The signing secret, encrypted by the caller.
    public let secret: [UInt8]
    /// The previous secret, encrypted, and until when it also signs.
    public let previousSecret: RetiringSecret?
    /// When the endpoint was created.
    public let createdAt: Timestamp
    /// When and why the endpoint was disabled; `nil` while it is enabled.
    public let disabling: Disabling?
    /// The first failure since the last success; `nil` where there is none.
    public let failingSince: Timestamp?

    /// A secret that is being replaced.
    public struct RetiringSecret: Hashable, Sendable {
        /// The encrypted secret.
        public let sealed: [UInt8]
        /// Until when the secret signs.
        public let until: Timestamp

        /// Creates a retiring secret.
        public init(sealed: [UInt8], until: Timestamp) {
            self.sealed = sealed
            self.until = until
        }
    }

    /// When and why an endpoint was disabled.
    public struct Disabling: Hashable, Sendable {
        /// The time of disabling.
        public let at: Timestamp
        /// The reason.
        public let reason: WebhookEndpoint.DisablingReason

        /// Creates a record of disabling.
        public init(at: Timestamp, reason: WebhookEndpoint.DisablingReason) {
            self.at = at
            self.reason = reason
        }
    }
}

/// The numbers of an endpoint's messages by delivery state.
public struct DeliveryCounts: Hashable, Sendable {
    /// Not delivered yet: due later, or waiting for the previous message of the same visit.
    public var waiting = 0
    /// Delivered and not deleted by retention.
    public var delivered = 0
    /// Abandoned.
    public var dead = 0

    /// Creates counts of zero.
    public init() {}
}
