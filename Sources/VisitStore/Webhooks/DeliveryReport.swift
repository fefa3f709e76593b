public import VisitModel

/// A filter for webhook deliveries; a criterion that is `nil` does not restrict.
public struct DeliveryFilter: Hashable, Sendable {
    /// Only deliveries to this endpoint.
    public var endpoint: EndpointID?
    /// Only deliveries of this message.
    public var message: MessageID?
    /// Only deliveries in one of these states; an empty set stands for all.
    public var states: Set<DeliveryReport.State>
    /// Only deliveries of messages queued at or after this time.
    public var since: Timestamp?
    /// Only deliveries after this cursor; the order is newest message first.
    public var after: DeliveryCursor?
    /// The maximum number of deliveries, counted from the newest.
    public var limit: Int?

    /// Creates a filter; without arguments it matches every delivery.
    public init(
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
public struct DeliveryReport: Hashable, Sendable {
    /// The receiving endpoint.
    public let endpoint: EndpointID
    /// The message's id.
    public let message: MessageID
    /// The message's type.
    public let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    public let subject: String
    /// The delivery's state.
    public let state: State
    /// When the message was queued.
    public let queuedAt: Timestamp
    /// When the next attempt is due; `nil` where none is scheduled.
    public let dueAt: Timestamp?
    /// The total number of attempts.
    public let attempts: Int
    /// The result of the last attempt; `nil` before the first.
    public let last: AttemptReport?

    /// The state of a delivery.
    public enum State: String, Hashable, Sendable, CaseIterable {
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
public struct AttemptReport: Hashable, Sendable {
    /// The number of the attempt, from 1.
    public let number: Int
    /// When the attempt started.
    public let at: Timestamp
    /// The duration of the attempt in milliseconds.
    public let tookMilliseconds: Int64
    /// `answered`, or an error code.
    public let outcome: String
    /// The HTTP status, where there was a response.
    public let status: Int?
    /// A readable description of the error.
    public let detail: String?
    /// The first bytes of the response.
    public let response: [UInt8]
}
