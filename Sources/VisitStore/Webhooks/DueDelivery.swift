package import VisitModel

/// A message that is due for delivery to an endpoint.
package struct DueDelivery: Hashable, Sendable {
    /// The receiving endpoint.
    package let endpoint: EndpointKey
    /// The message's key in the database.
    package let message: MessageKey
    /// The message's id.
    package let id: MessageID
    /// The message's type.
    package let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    package let subject: String
    /// When the reported event happened.
    package let occurredAt: Timestamp
    /// When the message was queued.
    package let queuedAt: Timestamp
    /// When the delivery was due.
    package let dueAt: Timestamp
    /// The request body.
    package let body: [UInt8]
    /// The number of attempts since the message was queued or replayed.
    package let tries: Int
}

/// The result of a delivery attempt and the next step.
package struct FinishedAttempt: Hashable, Sendable {
    /// The receiving endpoint.
    package let endpoint: EndpointKey
    /// The message's key in the database.
    package let message: MessageKey
    /// When the attempt started.
    package let at: Timestamp
    /// The duration of the attempt in milliseconds.
    package let tookMilliseconds: Int64
    /// `answered`, or an error code.
    package let outcome: String
    /// The HTTP status, where there was a response.
    package let status: Int?
    /// A readable description of the error.
    package let detail: String?
    /// The first bytes of the response.
    package let response: [UInt8]
    /// The next step.
    package let next: Next

    /// Creates a record of an attempt for `delivery`.
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

    /// The step that follows an attempt.
    package enum Next: Hashable, Sendable {
        /// None: the endpoint received the message.
        case delivered
        /// Another attempt at a time.
        case tryAgain(at: Timestamp)
        /// None: this was the last attempt.
        case dead
    }
}

/// The change of an endpoint's health that results from one or more attempts.
package struct EndpointChange: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: EndpointKey
    /// The first failure since the last success; `nil` where there is none.
    package let failingSince: Timestamp?
    /// When and why the endpoint was disabled; `nil` while it is enabled.
    package let disabling: StoredEndpoint.Disabling?

    /// Creates a change.
    package init(endpoint: EndpointKey, failingSince: Timestamp?, disabling: StoredEndpoint.Disabling?) {
        self.endpoint = endpoint
        self.failingSince = failingSince
        self.disabling = disabling
    }
}
