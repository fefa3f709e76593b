public import VisitModel

/// A message that is due for delivery to an endpoint.
public struct DueDelivery: Hashable, Sendable {
    /// The receiving endpoint.
    public let endpoint: EndpointKey
    /// The message's key in the database.
    public let message: MessageKey
    /// The message's id.
    public let id: MessageID
    /// The message's type.
    public let type: MessageType
    /// The id of the visit, device or endpoint that the message is about, or `facilities`.
    public let subject: String
    /// When the reported event happened.
    public let occurredAt: Timestamp
    /// When the message was queued.
    public let queuedAt: Timestamp
    /// When the delivery was due.
    public let dueAt: Timestamp
    /// The request body.
    public let body: [UInt8]
    /// The number of attempts since the message was queued or replayed.
    public let tries: Int
}

/// The result of a delivery attempt and the next step.
public struct FinishedAttempt: Hashable, Sendable {
    /// The receiving endpoint.
    public let endpoint: EndpointKey
    /// The message's key in the database.
    public let message: MessageKey
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
    /// The next step.
    public let next: Next

    /// Creates a record of an attempt for `delivery`.
    public init(
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
    public enum Next: Hashable, Sendable {
        /// None: the endpoint received the message.
        case delivered
        /// Another attempt at a time.
        case tryAgain(at: Timestamp)
        /// None: this was the last attempt.
        case dead
    }
}

/// The change of an endpoint's health that results from one or more attempts.
public struct EndpointChange: Hashable, Sendable {
    /// The endpoint.
    public let endpoint: EndpointKey
    /// The first failure since the last success; `nil` where there is none.
    public let failingSince: Timestamp?
    /// When and why the endpoint was disabled; `nil` while it is enabled.
    public let disabling: StoredEndpoint.Disabling?

    /// Creates a change.
    public init(endpoint: EndpointKey, failingSince: Timestamp?, disabling: StoredEndpoint.Disabling?) {
        self.endpoint = endpoint
        self.failingSince = failingSince
        self.disabling = disabling
    }
}
