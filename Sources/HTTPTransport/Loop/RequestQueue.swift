/// A first-in, first-out queue of requests.
struct RequestQueue {
    private var items: [Submission] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }

    mutating func append(_ submission: Submission) {
        items.append(submission)
    }

    mutating func popFirst() -> Submission? {
        guard head < items.count else { return nil }
        let first = items[head]
        head += 1
        if head == items.count || head > 1_024 {
            items.removeFirst(head)
            head = 0
        }
        return first
    }

    mutating func remove(_ id: UInt64) -> Submission? {
        guard let index = items[head...].firstIndex(where: { $0.id == id }) else { return nil }
        return items.remove(at: index)
    }

    /// Removes and returns the requests past their deadline.
    mutating func removeExpired(at now: ContinuousClock.Instant) -> [Submission] {
        let expired = items[head...].filter { $0.deadline <= now }
        if !expired.isEmpty {
            items = items[head...].filter { $0.deadline > now }
            head = 0
        }
        return expired
    }

    mutating func removeAll() -> [Submission] {
        defer {
            items = []
            head = 0
        }
        return Array(items[head...])
    }
}
