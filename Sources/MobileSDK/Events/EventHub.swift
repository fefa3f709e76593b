internal import Synchronization

/// Publishes events to all listeners, in the order in which they are emitted.
final class EventHub<Event: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var next = 0
        var all: [Int: Listener] = [:]

        /// The listeners in order of subscription.
        var inOrder: [Listener] { all.sorted { $0.key < $1.key }.map(\.value) }
    }

    private let listeners = Mutex(Listeners())

    /// The number of listeners.
    var count: Int { listeners.withLock(\.all.count) }

    /// Adds a listener.
    ///
    /// - Returns: the number by which it is removed.
    func add(_ listener: Listener) -> Int {
        listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = listener
            return listeners.next
        }
    }

    /// Removes and closes a listener.
    ///
    /// It receives nothing more, not even an event that is being emitted. An unknown number is ignored.
    func remove(_ number: Int) {
        listeners.withLock { $0.all.removeValue(forKey: number) }?.close()
    }

    /// Removes and closes all listeners: no event will follow.
    func finish() {
        let all = listeners.withLock { listeners in
            defer { listeners.all = [:] }
            return listeners.inOrder
        }
        for listener in all { listener.close() }
    }

    /// Emits an event to all listeners.
    func emit(_ event: Event) {
        for listener in current { listener.receive(event) }
    }

    /// Emits a failure of the stream to all listeners.
    func emit(_ error: any Error) {
        for listener in current { listener.receive(error) }
    }

    /// The current listeners, copied so that they are called outside of the lock and may unsubscribe.
    private var current: [Listener] { listeners.withLock(\.inOrder) }
}
