public import VisitModel

extension DeliveryPlan {
    /// Says which endpoints there are to send to: those that are enabled and not deleted.
    ///
    /// What is known of those that stay is kept. Requests under way to one that goes are still waited for.
    ///
    /// - Parameter listed: the endpoints; one that comes twice counts once.
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

    /// Says that there may be new messages for any endpoint.
    public mutating func wake() {
        for key in endpoints.keys { wake(key) }
    }

    /// Says that there may be new messages for one endpoint.
    ///
    /// - Parameter endpoint: the endpoint; one that is not known is left alone.
    public mutating func wake(_ endpoint: Key) {
        change(endpoint) { $0.mayHaveDue = true }
    }

    /// Says what a reading of due messages gave.
    ///
    /// If it gave any, `started(_:count:)` has to follow before the endpoint is wanted again. A reading that failed is told as
    /// one that gave nothing, with the time to try again as `nextDue`.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - got: how many came.
    ///   - asked: how many were asked for; if as many came, there may be more.
    ///   - nextDue: when the first message is due that is neither due yet nor under way; nothing if there is none or if it was
    ///     not looked for because there may be more that are due.
    public mutating func readDue(_ endpoint: Key, got: Int, asked: Int, nextDue: Timestamp?) {
        change(endpoint) {
            guard case .asked(let wanted) = $0.reading else { return }
            $0.reading = got > 0 ? .read(min(got, wanted)) : .none
            if got >= asked, asked > 0 { $0.mayHaveDue = true }
            $0.willHaveDue(at: nextDue)
        }
    }

    /// Says that requests were started: those that were read, or others that somebody asked for.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - count: how many; zero if nothing of what was read could be sent.
    public mutating func started(_ endpoint: Key, count: Int) {
        change(endpoint) {
            if case .read = $0.reading { $0.reading = .none }
            $0.inFlight += count
        }
    }

    /// Says how a request ended, after that was saved.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - outcome: how it ended.
    ///   - verdict: what becomes of the message.
    ///   - now: when it ended.
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

    /// Changes what is known of an endpoint, and keeps the sum, the turns and the times true to it.
    mutating func change(_ key: Key, _ body: (inout PlannedEndpoint) -> Void) {
        guard var endpoint = endpoints[key] else { return }
        let before = endpoint.inFlight + endpoint.reading.reserved
        body(&endpoint)
        underWay += endpoint.inFlight + endpoint.reading.reserved - before
        endpoints[key] = endpoint.isListed || !endpoint.isIdle ? endpoint : nil
        guard endpoint.isListed, endpoint.reading == .none else {
            // Not listed, or being read: what is told at the end of the reading sets the time anew.
            times.set(key, nil)
            return
        }
        if !endpoint.mayHaveDue {
            times.set(key, endpoint.nextDue)
        } else if endpoint.inFlight < endpoint.pace.limit {
            times.set(key, nil)
            turns.append(key)
        } else {
            // The next end of a request looks again.
            times.set(key, nil)
        }
    }
}
