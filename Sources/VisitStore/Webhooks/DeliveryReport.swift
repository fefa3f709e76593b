package import VisitModel

/// A filter for webhook deliveries; a criterion that is `nil` does not restrict.
package struct DeliveryFilter: Hashable, Sendable {
    package var endpoint: EndpointID?
    package var message: MessageID?
    /// An empty set stands for all.
    package var states: Set<DeliveryReport.State>
    /// Of messages queued at or after this time.
    package var since: Timestamp?
    /// The order is newest message first.
    package var after: DeliveryCursor?
    /// Counted from the newest delivery.
    package var limit: Int?

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
    package let endpoint: EndpointID
    package let message: MessageID
    package let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    package let subject: String
    package let state: State
    package let queuedAt: Timestamp
    /// When the next attempt is due; `nil` where none is scheduled.
    package let dueAt: Timestamp?
    package let attempts: Int
    /// `nil` before the first attempt.
    package let last: AttemptReport?

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

package struct AttemptReport: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
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
}
