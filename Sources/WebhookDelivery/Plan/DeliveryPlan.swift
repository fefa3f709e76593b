public import VisitModel

/// Decides how many messages each endpoint may be sent now, across all endpoints.
///
/// The plan holds no messages. For each endpoint it holds whether messages may be due, when the next is due, how many
/// requests are in flight, and its `EndpointPace`. The owner of the messages repeats these steps:
///
/// 1. `wanted(now:)` returns the endpoints to load due messages for, with a count for each, and reserves capacity for
///    them.
/// 2. `readDue(_:got:requested:nextDue:)` records the result of each load. If any messages were loaded, `started(_:count:)`
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
    /// Each request in flight holds a connection, so the process needs more open files than `totalLimit`.
    public init(totalLimit: Int = 1024) {
        precondition(totalLimit >= 1, "at least one request has to be allowed")
        self.totalLimit = totalLimit
    }

    /// The pace of an endpoint, for monitoring; `nil` for an unknown endpoint.
    public func pace(of endpoint: Key) -> EndpointPace? { endpoints[endpoint]?.pace }

    /// The number of requests in flight to an endpoint, without reserved capacity.
    public func inFlight(to endpoint: Key) -> Int { endpoints[endpoint]?.inFlight ?? 0 }

    /// Returns the endpoints to load due messages for, each once, in order of turn, and reserves capacity for them.
    ///
    /// One call gives each endpoint one turn: after the results are recorded, call it again until it returns nothing.
    public mutating func wanted(now: Timestamp) -> [Request] {
        while let endpoint = times.popFirst(notAfter: now) { change(endpoint) { $0.scheduleDue(now) } }
        var requests: [Request] = []
        // An even share of the free capacity; where that rounds to zero, each gets 1 until the capacity is used up.
        let share = max(1, (totalLimit - underWay) / max(1, turns.count))
        while underWay < totalLimit, let key = turns.popFirst() {
            guard let endpoint = endpoints[key], endpoint.isListed, endpoint.mayHaveDue, endpoint.reading == .none
            else { continue }
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
    /// It is `now` or an earlier time if something may be wanted at once. It is `nil` if no message is awaited or all
    /// capacity is in use, so that only a recorded change can matter.
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
        reading = .requested(count)
        mayHaveDue = false
        nextDue = nil
    }
}

extension DeliveryPlan {
    /// Replaces the set of endpoints to send to: those that are enabled and not deleted; duplicates count once.
    ///
    /// The state of endpoints that remain is kept. Requests in flight to a removed endpoint are still awaited.
    public mutating func setEndpoints(_ listed: [Key]) {
        let listed = Set(listed)
        for key in endpoints.keys where !listed.contains(key) { change(key) { $0.isListed = false } }
        for key in listed where endpoints[key]?.isListed != true {
            if endpoints[key] == nil { endpoints[key] = PlannedEndpoint() }
            change(key) {
                $0.isListed = true
                $0.mayHaveDue = true
            }
        }
    }

    /// Marks every endpoint as possibly having new messages.
    public mutating func wake() {
        for key in endpoints.keys { wake(key) }
    }

    /// Marks one endpoint as possibly having new messages; an unknown endpoint is ignored.
    public mutating func wake(_ endpoint: Key) { change(endpoint) { $0.mayHaveDue = true } }

    /// Ends the pause that an endpoint has after its own failures, and marks it as possibly having new messages.
    public mutating func resume(_ endpoint: Key) {
        change(endpoint) {
            $0.pace.resume()
            $0.mayHaveDue = true
        }
    }

    /// Records the result of loading due messages; if as many were loaded as requested, there may be more.
    ///
    /// If any were loaded, `started(_:count:)` must follow before the endpoint is requested again. A failed load is
    /// recorded as an empty one, with the time of the next attempt as `nextDue`. Otherwise `nextDue` is the due time of
    /// the next message that is not due yet and not in flight. It is `nil` if there is none, or if it was not looked up
    /// because more messages may be due already.
    public mutating func readDue(_ endpoint: Key, got: Int, requested: Int, nextDue: Timestamp?) {
        change(endpoint) {
            guard case .requested(let wanted) = $0.reading else { return }
            $0.reading = got > 0 ? .read(min(got, wanted)) : .none
            if got >= requested, requested > 0 { $0.mayHaveDue = true }
            $0.willHaveDue(at: nextDue)
        }
    }

    /// Records that requests were started, for the loaded messages or for others that were requested manually.
    ///
    /// The count is zero if none of the loaded messages could be sent.
    public mutating func started(_ endpoint: Key, count: Int) {
        change(endpoint) {
            if case .read = $0.reading { $0.reading = .none }
            $0.inFlight += count
        }
    }

    /// Records how a request ended, after the result was saved; the outcome adjusts the endpoint's pace.
    public mutating func finished(
        _ endpoint: Key,
        outcome: AttemptOutcome,
        verdict: DeliveryVerdict,
        now: Timestamp
    ) {
        change(endpoint) {
            guard $0.inFlight > 0 else { return }
            $0.inFlight -= 1
            $0.pace.record(outcome, at: now)
            switch verdict {
            case .delivered, .dead: break
            case .retry(let wait): $0.willHaveDue(at: now.advanced(by: wait))
            case .putBack: $0.mayHaveDue = true
            }
        }
    }

    /// Changes an endpoint's state and keeps `underWay`, `turns` and `times` consistent with it.
    mutating func change(_ key: Key, _ body: (inout PlannedEndpoint) -> Void) {
        guard var endpoint = endpoints[key] else { return }
        let before = endpoint.inFlight + endpoint.reading.reserved
        body(&endpoint)
        underWay += endpoint.inFlight + endpoint.reading.reserved - before
        endpoints[key] = endpoint.isListed || !endpoint.isIdle ? endpoint : nil
        guard endpoint.isListed, endpoint.reading == .none else {
            // Not listed, or being loaded: the result of loading sets the time again.
            times.set(key, nil)
            return
        }
        if !endpoint.mayHaveDue {
            times.set(key, endpoint.nextDue)
        } else if endpoint.inFlight < endpoint.pace.limit {
            times.set(key, nil)
            turns.append(key)
        } else {
            // At its limit: the next completed request checks again.
            times.set(key, nil)
        }
    }
}

/// A first-in, first-out queue that holds each key at most once.
struct FairQueue<Key: Hashable & Sendable>: Sendable {
    private var keys: [Key] = []
    private var start = 0
    private var members: Set<Key> = []

    var count: Int { members.count }

    mutating func append(_ key: Key) {
        if members.insert(key).inserted { keys.append(key) }
    }

    mutating func popFirst() -> Key? {
        guard start < keys.count else { return nil }
        let key = keys[start]
        start += 1
        members.remove(key)
        // Removed keys take up at most half of the array, so that the amortised cost is O(1).
        if start * 2 >= keys.count {
            keys.removeFirst(start)
            start = 0
        }
        return key
    }
}

/// The state of one endpoint in a `DeliveryPlan`.
struct PlannedEndpoint: Sendable {
    /// The progress of loading an endpoint's due messages.
    enum Reading: Hashable, Sendable {
        case none
        /// This many messages were requested; capacity for them is reserved.
        case requested(Int)
        /// This many messages were loaded and are about to be sent; capacity for them is reserved.
        case read(Int)

        var reserved: Int {
            switch self {
            case .none: 0
            case .requested(let count), .read(let count): count
            }
        }
    }

    /// Whether messages may be sent to the endpoint: it is enabled and not deleted.
    var isListed = true
    var pace = EndpointPace()
    var inFlight = 0
    var reading = Reading.none
    /// Whether a message may be due, so that loading is worthwhile.
    var mayHaveDue = true
    /// When the next message becomes due, of those known not to be due yet.
    var nextDue: Timestamp?

    /// Whether nothing is in flight or being loaded, so that the state can be removed once the endpoint is no longer
    /// listed.
    var isIdle: Bool { inFlight == 0 && reading == .none }

    mutating func willHaveDue(at time: Timestamp?) {
        guard let time else { return }
        nextDue = min(nextDue ?? time, time)
    }
}
