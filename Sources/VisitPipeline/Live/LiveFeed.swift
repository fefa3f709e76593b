internal import Synchronization

/// The notifications of new events to subscribers.
///
/// The events are read from the store, which has them in order and for as long as a subscriber may want to go back:
/// nothing is buffered here, and a slow subscriber misses nothing.
package final class LiveFeed: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
        var isOver = false
        var noticeCount = 0
        /// The sequence number of the newest known event.
        var newest: Int64 = 0
    }

    private let state = Mutex(State())

    init() {}

    /// The number of notifications so far.
    package var noticeCount: Int { state.withLock { $0.noticeCount } }

    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Whether every stream has ended, because the service stops.
    package var isOver: Bool { state.withLock { $0.isOver } }

    /// Makes a stream with an element for every notification, and one at the beginning.
    ///
    /// Notifications that arrive while one is processed are combined into one. The stream ends with the intake, or when
    /// it is released.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        continuation.yield()
        return stream
    }

    /// Notifies the subscribers that there may be new events.
    package func wake() {
        let listeners = state.withLock { state in
            state.noticeCount += 1
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    /// Notifies the subscribers where events were added, by this or another process.
    func notice(newest: Int64) {
        let isNew = state.withLock { state in
            defer { state.newest = newest }
            return state.newest != newest
        }
        if isNew { wake() }
    }

    /// Ends every stream after a last notification, and lets no new one begin.
    ///
    /// The last events may be on disk before their own notification.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            state.noticeCount += 1
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners {
            listener.yield()
            listener.finish()
        }
    }
}
