internal import Synchronization

/// Publishes events to all listeners, in the order in which they are emitted.
package final class EventHub<Event: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var next = 0
        var all: [Int: Listener] = [:]

        /// The listeners in order of subscription.
        var inOrder: [Listener] { all.sorted { $0.key < $1.key }.map(\.value) }
    }

    private let listeners = Mutex(Listeners())

    /// Creates a hub without listeners.
    package init() {}

    /// The number of listeners.
    package var count: Int { listeners.withLock(\.all.count) }

    /// Adds a listener.
    ///
    /// - Returns: the number by which it is removed.
    package func add(_ listener: Listener) -> Int {
        listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = listener
            return listeners.next
        }
    }

    /// Removes and closes a listener.
    ///
    /// It receives nothing more, not even an event that is being emitted. An unknown number is ignored.
    package func remove(_ number: Int) {
        listeners.withLock { $0.all.removeValue(forKey: number) }?.close()
    }

    /// Removes and closes all listeners: no event will follow.
    package func finish() {
        let all = listeners.withLock { listeners in
            defer { listeners.all = [:] }
            return listeners.inOrder
        }
        for listener in all { listener.close() }
    }

    /// Emits an event to all listeners.
    package func emit(_ event: Event) {
        for listener in current { listener.receive(event) }
    }

    /// Emits a failure of the stream to all listeners.
    package func emit(_ error: any Error) {
        for listener in current { listener.receive(error) }
    }

    /// The current listeners, copied so that they are called outside of the lock and may unsubscribe.
    private var current: [Listener] { listeners.withLock(\.inOrder) }
}

extension EventHub {
    /// A listener that receives events until it is closed.
    ///
    /// The closed flag is checked right before each call: an emission goes through the listeners that were subscribed
    /// when it began, and one of them may close another meanwhile. No lock is held during a call, so a listener may
    /// close itself or any other, on any thread.
    package final class Listener: Sendable {
        private let onEvent: @Sendable (Event) -> Void
        private let onError: @Sendable (any Error) -> Void
        private let onClose: @Sendable () -> Void
        private let isClosed = Mutex(false)

        package init(
            onEvent: @escaping @Sendable (Event) -> Void,
            onError: @escaping @Sendable (any Error) -> Void,
            onClose: @escaping @Sendable () -> Void
        ) {
            self.onEvent = onEvent
            self.onError = onError
            self.onClose = onClose
        }

        /// Delivers an event, unless the listener is closed.
        package func receive(_ event: Event) {
            guard !isClosed.withLock(\.self) else { return }
            onEvent(event)
        }

        /// Delivers a failure of the stream, unless the listener is closed.
        package func receive(_ error: any Error) {
            guard !isClosed.withLock(\.self) else { return }
            onError(error)
        }

        /// Stops all deliveries; a second call does nothing.
        package func close() {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if !wasClosed { onClose() }
        }
    }
}
