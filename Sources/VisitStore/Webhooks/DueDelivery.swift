public import VisitModel

/// A message that is to be sent to an endpoint now.
public struct DueDelivery: Hashable, Sendable {
    /// To which endpoint.
    public let endpoint: EndpointKey
    /// Which message.
    public let message: MessageKey
    /// The message's name.
    public let id: MessageID
    /// What kind of thing it tells.
    public let type: MessageType
    /// The id of what it is about.
    public let subject: String
    /// When what it tells happened.
    public let occurredAt: Timestamp
    /// When it was queued.
    public let queuedAt: Timestamp
    /// When it was to be sent.
    public let dueAt: Timestamp
    /// Its bytes.
    public let body: [UInt8]
    /// How often it was tried since it was queued, or replayed.
    public let tries: Int
}

/// How a try went and what follows, as it is noted.
public struct FinishedAttempt: Hashable, Sendable {
    /// To which endpoint.
    public let endpoint: EndpointKey
    /// Which message.
    public let message: MessageKey
    /// When it was begun.
    public let at: Timestamp
    /// How long it took, in milliseconds.
    public let tookMilliseconds: Int64
    /// `answered`, or a failure's code.
    public let outcome: String
    /// The HTTP status, where there was an answer.
    public let status: Int?
    /// What went wrong, for a person.
    public let detail: String?
    /// The first bytes of the answer.
    public let response: [UInt8]
    /// What follows.
    public let next: Next

    /// Makes a note.
    ///
    /// - Parameters:
    ///   - delivery: what was tried.
    ///   - at: when it was begun.
    ///   - tookMilliseconds: how long it took.
    ///   - outcome: `answered`, or a failure's code.
    ///   - status: the HTTP status, where there was an answer.
    ///   - detail: what went wrong, for a person.
    ///   - response: the first bytes of the answer.
    ///   - next: what follows.
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

    /// What follows a try.
    public enum Next: Hashable, Sendable {
        /// Nothing: it arrived.
        case delivered
        /// Another try.
        case tryAgain(at: Timestamp)
        /// Nothing: that was the last one.
        case dead
    }
}

/// What a try, or several, changed about an endpoint.
public struct EndpointChange: Hashable, Sendable {
    /// Which endpoint.
    public let endpoint: EndpointKey
    /// The first failure since the last success; `nil` where none failed since.
    public let failingSince: Timestamp?
    /// That it is no longer sent anything; `nil` where it is.
    public let disabling: StoredEndpoint.Disabling?

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - endpoint: which endpoint.
    ///   - failingSince: the first failure since the last success.
    ///   - disabling: that it is no longer sent anything.
    public init(endpoint: EndpointKey, failingSince: Timestamp?, disabling: StoredEndpoint.Disabling?) {
        self.endpoint = endpoint
        self.failingSince = failingSince
        self.disabling = disabling
    }
}
