public import VisitModel

/// Which endpoint may be sent how many messages now: the decision over all endpoints.
///
/// It knows no messages, only for each endpoint whether there may be due ones, when the next is due, how many requests are
/// under way and its `EndpointPace`. The owner of the messages goes round:
///
/// 1. `wanted(now:)` says for which endpoints to read how many due messages, and keeps room for them.
/// 2. After each reading it is told by `readDue(_:got:asked:nextDue:)` what came, and, if anything did, by
///    `started(_:count:)` how many of those were really sent. Until then the endpoint is not wanted again, so a message is
///    never read twice.
/// 3. `finished(_:outcome:verdict:now:)` tells of each end.
/// 4. `nextWake(now:)` says when to look again if nothing else happens.
///
/// Endpoints take turns; each gets an even share of the room that is left, so that none waits for all of another's messages.
/// A call costs as much as the endpoints it touches, whatever their number, but for `wake()` and `setEndpoints(_:)`.
public struct DeliveryPlan<Key: Hashable & Sendable>: Sendable {
    /// Messages to read and send for one endpoint.
    public struct Request: Hashable, Sendable {
        /// The endpoint.
        public let endpoint: Key
        /// How many at most; at least 1.
        public let count: Int
    }

    /// How many requests may be under way in all; at least 1.
    public let totalLimit: Int

    /// How many requests are under way, and how many more there is room kept for.
    public internal(set) var underWay = 0

    var endpoints: [Key: PlannedEndpoint] = [:]
    /// Those that may have something due and have room, except for a pause.
    var turns = FairQueue<Key>()
    /// When to look at the others again: their next message is due or their pause over.
    var times = DueTimes<Key>()

    /// A plan without endpoints.
    ///
    /// - Parameter totalLimit: how many requests may be under way in all, at least 1. Each holds a
    ///   connection, so the process needs as many open files and some.
    public init(totalLimit: Int = 1024) {
        precondition(totalLimit >= 1, "at least one request has to be allowed")
        self.totalLimit = totalLimit
    }

    /// The pace of an endpoint, for those who watch the service.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: its pace; nothing if it is not known.
    public func pace(of endpoint: Key) -> EndpointPace? { endpoints[endpoint]?.pace }

    /// How many requests to an endpoint are under way.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: the number, without those that room is only kept for.
    public func inFlight(to endpoint: Key) -> Int { endpoints[endpoint]?.inFlight ?? 0 }

    /// Says for which endpoints to read how many due messages, and keeps room for them.
    ///
    /// One turn for each: after the readings are told, ask again until nothing is wanted.
    ///
    /// - Parameter now: the time.
    /// - Returns: the endpoints in order of their turn, each once.
    public mutating func wanted(now: Timestamp) -> [Request] {
        while let endpoint = times.popFirst(notAfter: now) {
            change(endpoint) { $0.scheduleDue(now) }
        }
        var requests: [Request] = []
        // So many turns of this share fit, and where that would be nothing, the room ends the loop.
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

    /// Says when `wanted(now:)` may have something to say if nothing else is told before.
    ///
    /// - Parameter now: the time.
    /// - Returns: `now` or a time before it if something may be wanted at once; nothing if only news can change anything,
    ///   because no message is waited for or all room is taken.
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

    /// From here on only news makes it worth looking again: the reading itself says what is left.
    fileprivate mutating func request(_ count: Int) {
        reading = .asked(count)
        mayHaveDue = false
        nextDue = nil
    }
}
