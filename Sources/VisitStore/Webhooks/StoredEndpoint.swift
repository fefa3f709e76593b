package import VisitModel

/// A webhook endpoint as it is stored.
package struct StoredEndpoint: Hashable, Sendable {
    /// The endpoint's key in the database.
    package let key: EndpointKey
    /// A counter raised by every change that a running delivery has to observe.
    package let revision: Int
    /// The endpoint's address and subscriptions.
    package let endpoint: WebhookEndpoint
    /// The signing secret, encrypted by the caller.
    package let secret: [UInt8]
    /// The previous secret, encrypted, and until when it also signs.
    package let previousSecret: RetiringSecret?
    /// When the endpoint was created.
    package let createdAt: Timestamp
    /// When and why the endpoint was disabled; `nil` while it is enabled.
    package let disabling: Disabling?
    /// The first failure since the last success; `nil` where there is none.
    package let failingSince: Timestamp?

    /// A secret that is being replaced.
    package struct RetiringSecret: Hashable, Sendable {
        /// The encrypted secret.
        package let encrypted: [UInt8]
        /// Until when the secret signs.
        package let until: Timestamp

        /// Creates a retiring secret.
        package init(encrypted: [UInt8], until: Timestamp) {
            self.encrypted = encrypted
            self.until = until
        }
    }

    /// When and why an endpoint was disabled.
    package struct Disabling: Hashable, Sendable {
        /// The time of disabling.
        package let at: Timestamp
        /// The reason.
        package let reason: WebhookEndpoint.DisablingReason

        /// Creates a record of disabling.
        package init(at: Timestamp, reason: WebhookEndpoint.DisablingReason) {
            self.at = at
            self.reason = reason
        }
    }
}

/// The numbers of an endpoint's messages by delivery state.
package struct DeliveryCounts: Hashable, Sendable {
    /// Not delivered yet: due later, or waiting for the previous message of the same visit.
    package var waiting = 0
    /// Delivered and not deleted by retention.
    package var delivered = 0
    /// Abandoned.
    package var dead = 0

    /// Creates counts of zero.
    package init() {}
}
