package import VisitModel

/// A filter for webhook deliveries; a criterion that is `nil` does not restrict.
package struct DeliveryFilter: Hashable, Sendable {
    /// Only deliveries to this endpoint.
    package var endpoint: EndpointID?
    /// Only deliveries of this message.
    package var message: MessageID?
    /// Only deliveries in one of these states; an empty set stands for all.
    package var states: Set<DeliveryReport.State>
    /// Only deliveries of messages queued at or after this time.
    package var since: Timestamp?
    /// Only deliveries after this cursor; the order is newest message first.
    package var after: DeliveryCursor?
    /// The maximum number of deliveries, counted from the newest.
    package var limit: Int?

    /// Creates a filter; without arguments it matches every delivery.
    package init(
        endpoint: EndpointID? = nil,
        message: MessageID? = nil,
        states: Set<DeliveryReport.State> = [],
        since: Timestamp? = nil,
        after: DeliveryCursor? = nil,
        limit: Int? = nil
    ) {
        self.endpoint = endpoint
        self.message = message
        self.states = states
        self.since = since
        self.after = after
        self.limit = limit
    }
}

/// The delivery of a message to an endpoint, as reported to the operator.
package struct DeliveryReport: Hashable, Sendable {
    /// The receiving endpoint.
    package let endpoint: EndpointID
    /// The message's id.
    package let message: MessageID
    /// The message's type.
    package let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    package let subject: String
    /// The delivery's state.
    package let state: State
    /// When the message was queued.
    package let queuedAt: Timestamp
    /// When the next attempt is due; `nil` where none is scheduled.
    package let dueAt: Timestamp?
    /// The total number of attempts.
    package let attempts: Int
    /// The result of the last attempt; `nil` before the first.
    package let last: AttemptReport?

    /// The state of a delivery.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Sent when it is due.
        case pending
        /// Waits for the previous message of the same visit.
        case waiting
        /// Received by the endpoint.
        case delivered
        /// Abandoned until it is replayed.
        case dead
    }
}

/// The result of one delivery attempt.
package struct AttemptReport: Hashable, Sendable {
    /// The number of the attempt, from 1.
    package let number: Int
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
}
