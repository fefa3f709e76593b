package import VisitModel

package struct DueDelivery: Hashable, Sendable {
    package let endpoint: EndpointKey
    package let message: MessageKey
    package let id: MessageID
    package let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    package let subject: String
    /// When the reported event happened.
    package let occurredAt: Timestamp
    package let queuedAt: Timestamp
    package let dueAt: Timestamp
    package let body: [UInt8]
    /// Since the message was queued or replayed.
    package let tries: Int
}

package struct FinishedAttempt: Hashable, Sendable {
    package let endpoint: EndpointKey
    package let message: MessageKey
    /// When the attempt started.
    package let at: Timestamp
    package let tookMilliseconds: Int64
    /// `answered`, or an error code.
    package let outcome: String
    /// `nil` where there was no response.
    package let status: Int?
    /// Describes the error for a reader.
    package let detail: String?
    /// The first bytes of the response.
    package let response: [UInt8]
    package let next: Next

    package init(
        _ delivery: DueDelivery,
        at: Timestamp,
        tookMilliseconds: Int64,
        outcome: String,
        status: Int?,
        detail: String?,
        response: [UInt8],
        next: Next
    ) {
        self.endpoint = delivery.endpoint
        self.message = delivery.message
        self.at = at
        self.tookMilliseconds = tookMilliseconds
        self.outcome = outcome
        self.status = status
        self.detail = detail
        self.response = response
        self.next = next
    }

    package enum Next: Hashable, Sendable {
        /// None: the endpoint received the message.
        case delivered
        case tryAgain(at: Timestamp)
        /// None: this was the last attempt.
        case dead
    }
}

/// The change of an endpoint's health that results from one or more attempts.
package struct EndpointChange: Hashable, Sendable {
    package let endpoint: EndpointKey
    /// The first failure since the last success; `nil` where there is none.
    package let failingSince: Timestamp?
    /// `nil` while the endpoint is enabled.
    package let disabling: StoredEndpoint.Disabling?

    package init(endpoint: EndpointKey, failingSince: Timestamp?, disabling: StoredEndpoint.Disabling?) {
        self.endpoint = endpoint
        self.failingSince = failingSince
        self.disabling = disabling
    }
}
