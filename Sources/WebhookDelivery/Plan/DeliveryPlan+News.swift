public import VisitModel

extension DeliveryPlan {
    /// Replaces the set of endpoints to send to: those that are enabled and not deleted.
    ///
    /// The state of endpoints that remain is kept. Requests in flight to a removed endpoint are still awaited.
    ///
    /// - Parameter listed: the endpoints; duplicates count once.
    public mutating func setEndpoints(_ listed: [Key]) {
        let listed = Set(listed)
        for key in endpoints.keys where !listed.contains(key) {
            change(key) { $0.isListed = false }
        }
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
    public mutating func wake(_ endpoint: Key) {
        change(endpoint) { $0.mayHaveDue = true }
    }

    /// Records the result of loading due messages.
    ///
    /// If any were loaded, `started(_:count:)` must follow before the endpoint is requested again. A failed load is
    /// recorded as an empty one, with the time of the next attempt as `nextDue`.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - got: the number of messages loaded.
    ///   - asked: the number requested; if as many were loaded, there may be more.
    ///   - nextDue: the due time of the next message that is not due yet and not in flight; `nil` if there is none, or
    ///     if it was not looked up because more messages may be due already.
    public mutating func readDue(_ endpoint: Key, got: Int, asked: Int, nextDue: Timestamp?) {
        change(endpoint) {
            guard case .asked(let wanted) = $0.reading else { return }
            $0.reading = got > 0 ? .read(min(got, wanted)) : .none
            if got >= asked, asked > 0 { $0.mayHaveDue = true }
            $0.willHaveDue(at: nextDue)
        }
    }

    /// Records that requests were started, for the loaded messages or for others that were requested manually.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - count: the number of requests; zero if none of the loaded messages could be sent.
    public mutating func started(_ endpoint: Key, count: Int) {
        change(endpoint) {
            if case .read = $0.reading { $0.reading = .none }
            $0.inFlight += count
        }
    }

    /// Records how a request ended, after the result was saved.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - outcome: the end of the attempt, which adjusts the endpoint's pace.
    ///   - verdict: the decision about the message.
    ///   - now: when the request ended.
    public mutating func finished(
        _ endpoint: Key,
        outcome: AttemptOutcome,
        verdict: DeliveryVerdict,
        now: Timestamp
    ) {
        change(endpoint) {
            guard $0.inFlight > 0 else { return }
            $0.inFlight -= 1
            $0.pace.note(outcome, at: now)
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
