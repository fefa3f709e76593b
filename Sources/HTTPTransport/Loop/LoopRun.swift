internal import CCurl
internal import Synchronization

/// The work of a loop's thread: it receives requests, runs libcurl, and reports outcomes.
final class LoopRun {
    /// How often deadlines are checked in addition to libcurl's own timers, which do not cover requests waiting in the
    /// queue.
    private static let tick = Duration.milliseconds(100)
    /// The number of idle handles kept for later; further ones are freed.
    private static let mostIdleHandles = 256

    private let inbox: LoopInbox
    private let options: TransportOptions
    private let checksAddresses: Bool
    private let multi: CurlMulti
    private var active: [UInt64: CurlHandle] = [:]
    private var waiting = RequestQueue()
    private var idle: [CurlHandle] = []
    private var nextTick: ContinuousClock.Instant?

    init(_ options: TransportOptions, checksAddresses: Bool, inbox: LoopInbox) throws {
        self.options = options
        self.checksAddresses = checksAddresses
        self.inbox = inbox
        multi = try CurlMulti(inbox: inbox.descriptor, maximumConnections: options.maximumConnections)
        // So that a setting that libcurl rejects fails at the start and not with the first request.
        idle.append(try CurlHandle(options, checksAddresses: checksAddresses))
    }

    /// Runs until the inbox is closed, then cancels the remaining requests.
    func run() {
        var isClosed = false
        while !isClosed {
            if multi.wait(atMost: nextTick.map { max(.zero, $0 - .now) }) { isClosed = receiveMessages() }
            multi.runTimers()
            while let end = multi.nextEnd() { finish(end.handle, end.code) }
            checkDeadlines()
            startWaiting()
        }
        for submission in waiting.removeAll() {
            submission.cancel("the transport was shut down before the request was sent")
        }
        for handle in Array(active.values) {
            let submission = retire(handle)
            submission?.cancel(
                "the transport was shut down before the response arrived: the request may have been received anyway"
            )
        }
    }

    /// Processes the inbox; true when it is closed.
    private func receiveMessages() -> Bool {
        let messages = inbox.removeAll()
        for submission in messages.submitted { waiting.append(submission) }
        startWaiting()
        for id in messages.cancelled {
            if let submission = waiting.remove(id) {
                submission.cancel("the request was cancelled before it was sent")
            } else if let handle = active[id] {
                let submission = retire(handle)
                submission?.cancel(
                    "the request was cancelled before the response arrived: it may have been received anyway"
                )
            }
        }
        return messages.isClosed
    }

    private func startWaiting() {
        while active.count < options.maximumConnections, let submission = waiting.popFirst() {
            start(submission)
        }
        nextTick = active.isEmpty && waiting.isEmpty ? nil : nextTick ?? .now + Self.tick
    }

    private func start(_ submission: Submission) {
        let left = submission.deadline - .now
        guard left > .zero else {
            submission.expire()
            return
        }
        do {
            let handle = try idle.popLast() ?? CurlHandle(options, checksAddresses: checksAddresses)
            try handle.prepare(submission, timeout: left)
            try multi.add(handle)
            active[submission.id] = handle
        } catch {
            submission.finish(.failure(error as? HTTPTransportError ?? .system("start a request")))
        }
    }

    private func finish(_ handle: CurlHandle, _ code: CURLcode) {
        guard let submission = handle.submission else { return }
        let left = submission.deadline - .now
        if left > .zero && handle.meetsOldConnection(code) {
            multi.remove(handle)
            if (try? handle.prepareRepetition(timeout: left)) != nil && (try? multi.add(handle)) != nil {
                return
            }
        }
        let outcome = handle.end(code, host: submission.request.url.host).result
        retire(handle)
        submission.finish(outcome)
    }

    /// Removes a handle from libcurl and keeps it for another request.
    @discardableResult
    private func retire(_ handle: CurlHandle) -> Submission? {
        let submission = handle.submission
        multi.remove(handle)
        handle.release()
        if let submission { active[submission.id] = nil }
        if idle.count < Self.mostIdleHandles { idle.append(handle) }
        return submission
    }

    /// Expires requests past their deadline that libcurl's timers do not cover.
    private func checkDeadlines() {
        guard let tick = nextTick, tick <= .now else { return }
        let now = ContinuousClock.now
        nextTick = now + Self.tick
        for submission in waiting.removeExpired(at: now) { submission.expire() }
        // libcurl's own timers come first and give a better error. This is a safety net, so that no caller waits for
        // ever.
        for handle in Array(active.values) {
            guard let deadline = handle.submission?.deadline, deadline + .milliseconds(200) <= now else { continue }
            retire(handle)?.expire()
        }
    }
}

/// A first-in, first-out queue of requests.
struct RequestQueue {
    private var items: [Submission] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }

    mutating func append(_ submission: Submission) { items.append(submission) }

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
