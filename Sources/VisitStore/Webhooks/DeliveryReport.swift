public import VisitModel

/// Which deliveries to report; what is `nil` does not restrict.
public struct DeliveryFilter: Hashable, Sendable {
    /// Only those to this endpoint.
    public var endpoint: EndpointID?
    /// Only those of this message.
    public var message: MessageID?
    /// Only those in one of these states; none stands for all.
    public var states: Set<DeliveryReport.State>
    /// Only those queued at or after this time.
    public var since: Timestamp?
    /// Only those behind this place, the latest message first.
    public var after: DeliveryCursor?
    /// At most so many, the latest.
    public var limit: Int?

    /// Makes a filter that passes every delivery.
    ///
    /// - Parameters:
    ///   - endpoint: only those to this endpoint.
    ///   - message: only those of this message.
    ///   - states: only those in one of these states; none stands for all.
    ///   - since: only those queued at or after this time.
    ///   - after: only those behind this place.
    ///   - limit: at most so many, the latest.
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

/// A message on its way to an endpoint, as it is reported.
public struct DeliveryReport: Hashable, Sendable {
    /// To which endpoint.
    public let endpoint: EndpointID
    /// The message's name.
    public let message: MessageID
    /// What kind of thing it tells.
    public let type: MessageType
    /// The id of what it is about.
    public let subject: String
    /// How far it has come.
    public let state: State
    /// When it was queued.
    public let queuedAt: Timestamp
    /// When it is tried next; `nil` where it is not by itself.
    public let dueAt: Timestamp?
    /// How often it was tried altogether.
    public let attempts: Int
    /// How the last try went; `nil` before the first.
    public let last: AttemptReport?

    /// How far a message has come.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is sent when it is due.
        case pending
        /// It waits for the message before of the same visit.
        case waiting
        /// It arrived.
        case delivered
        /// It was given up, until somebody replays it.
        case dead
    }
}

/// How one try went.
public struct AttemptReport: Hashable, Sendable {
    /// Which try, from 1.
    public let number: Int
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
}
