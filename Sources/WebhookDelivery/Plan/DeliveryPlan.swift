public import VisitModel

/// Decides how many messages each endpoint may be sent now, across all endpoints.
///
/// The plan holds no messages. For each endpoint it holds whether messages may be due, when the next is due, how many
/// requests are in flight, and its `EndpointPace`. The owner of the messages repeats these steps:
///
/// 1. `wanted(now:)` returns the endpoints to load due messages for, with a count for each, and reserves capacity for
///    them.
/// 2. `readDue(_:got:asked:nextDue:)` records the result of each load. If any messages were loaded, `started(_:count:)`
///    records how many were sent. Until then the endpoint is not returned again, so a message is never loaded twice.
/// 3. `finished(_:outcome:verdict:now:)` records each completed request.
/// 4. `nextWake(now:)` returns when to check again if nothing else happens.
///
/// Endpoints take turns, and each gets an even share of the free capacity, so that none waits for all messages of
/// another. The cost of a call depends on the endpoints it touches, not on their total number, except for `wake()` and
/// `setEndpoints(_:)`.
public struct DeliveryPlan<Key: Hashable & Sendable>: Sendable {
    /// Messages to read and send for one endpoint.
    public struct Request: Hashable, Sendable {
        /// The endpoint.
        public let endpoint: Key
        /// The maximum number of messages; at least 1.
        public let count: Int
    }

    /// The maximum number of requests in flight across all endpoints; at least 1.
    public let totalLimit: Int

    /// The number of requests in flight, plus the capacity reserved for more.
    public internal(set) var underWay = 0

    var endpoints: [Key: PlannedEndpoint] = [:]
    /// Endpoints that may have due messages and free capacity; some may still be paused.
    var turns = FairQueue<Key>()
    /// When to check each other endpoint: its next message is due or its pause ends.
    var times = DueTimes<Key>()

    /// Creates a plan without endpoints.
    ///
    /// - Parameter totalLimit: the maximum number of requests in flight, at least 1. Each holds a connection, so the
    ///   process needs more open files than that.
    public init(totalLimit: Int = 1024) {
        precondition(totalLimit >= 1, "at least one request has to be allowed")
        self.totalLimit = totalLimit
    }

    /// The pace of an endpoint, for monitoring; `nil` for an unknown endpoint.
    public func pace(of endpoint: Key) -> EndpointPace? { endpoints[endpoint]?.pace }

    /// The number of requests in flight to an endpoint, without reserved capacity.
    public func inFlight(to endpoint: Key) -> Int { endpoints[endpoint]?.inFlight ?? 0 }

    /// Returns the endpoints to load due messages for, and reserves capacity for them.
    ///
    /// One call gives each endpoint one turn: after the results are recorded, call it again until it returns nothing.
    ///
    /// - Parameter now: the current time.
    /// - Returns: the requests in order of turn, at most one for each endpoint.
    public mutating func wanted(now: Timestamp) -> [Request] {
        while let endpoint = times.popFirst(notAfter: now) {
            change(endpoint) { $0.scheduleDue(now) }
        }
        var requests: [Request] = []
        // An even share of the free capacity; where that rounds to zero, each gets 1 until the capacity is used up.
        let share = max(1, (totalLimit - underWay) / max(1, turns.count))
        while underWay < totalLimit, let key = turns.popFirst() {
            guard let endpoint = endpoints[key], endpoint.isListed, endpoint.mayHaveDue, endpoint.reading == .none
            else {
                continue
            }
            if let pause = endpoint.pace.pausedUntil, pause > now {
                times.set(key, pause)
                continue
            }
            let room = endpoint.pace.room(inFlight: endpoint.inFlight, now: now)
            let count = min(room, share)
            guard count > 0 else { continue }
            change(key) { $0.request(count) }
            requests.append(Request(endpoint: key, count: count))
        }
        return requests
    }

    /// The time at which `wanted(now:)` may return something if nothing is recorded before.
    ///
    /// - Parameter now: the current time.
    /// - Returns: `now` or an earlier time if something may be wanted at once; `nil` if no message is awaited or all
    ///   capacity is in use, so that only a recorded change can matter.
    public func nextWake(now: Timestamp) -> Timestamp? {
        guard underWay < totalLimit else { return nil }
        return turns.count > 0 ? now : times.first
    }
}

extension PlannedEndpoint {
    fileprivate mutating func scheduleDue(_ now: Timestamp) {
        guard let due = nextDue, due <= now else { return }
        nextDue = nil
        mayHaveDue = true
    }

    /// Reserves capacity; the result of loading sets `mayHaveDue` and `nextDue` again.
    fileprivate mutating func request(_ count: Int) {
        reading = .asked(count)
        mayHaveDue = false
        nextDue = nil
    }
}
