package import VisitModel

package struct StoredEndpoint: Hashable, Sendable {
    package let key: EndpointKey
    /// Raised by every change that a running delivery has to observe.
    package let revision: Int
    package let endpoint: WebhookEndpoint
    /// Encrypted by the caller.
    package let secret: [UInt8]
    package let previousSecret: RetiringSecret?
    package let createdAt: Timestamp
    /// `nil` while the endpoint is enabled.
    package let disabling: Disabling?
    /// The first failure since the last success; `nil` where there is none.
    package let failingSince: Timestamp?

    /// A secret that still signs until its replacement is complete.
    package struct RetiringSecret: Hashable, Sendable {
        package let encrypted: [UInt8]
        /// Until when the secret signs.
        package let until: Timestamp

        package init(encrypted: [UInt8], until: Timestamp) {
            self.encrypted = encrypted
            self.until = until
        }
    }

    package struct Disabling: Hashable, Sendable {
        package let at: Timestamp
        package let reason: WebhookEndpoint.DisablingReason

        package init(at: Timestamp, reason: WebhookEndpoint.DisablingReason) {
            self.at = at
            self.reason = reason
        }
    }
}

package struct DeliveryCounts: Hashable, Sendable {
    /// Not delivered yet: due later, or waiting for the previous message of the same visit.
    package var waiting = 0
    /// Delivered and not deleted by retention.
    package var delivered = 0
    /// Abandoned.
    package var dead = 0

    package init() {}
}
