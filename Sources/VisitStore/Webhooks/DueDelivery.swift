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

/// A filter for webhook deliveries; a criterion that is `nil` does not restrict.
package struct DeliveryFilter: Hashable, Sendable {
    package var endpoint: EndpointID?
    package var message: MessageID?
    /// Of messages about this visit.
    package var visit: VisitID?
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
        visit: VisitID? = nil,
        states: Set<DeliveryReport.State> = [],
        since: Timestamp? = nil,
        after: DeliveryCursor? = nil,
        limit: Int? = nil
    ) {
        self.endpoint = endpoint
        self.message = message
        self.visit = visit
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
