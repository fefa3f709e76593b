internal import Synchronization

/// Publishes events to all listeners, in the order in which they are emitted.
package final class EventHub<Event: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var next = 0
        /// Ascending; one for each listener in `all`, which is in the order of subscription.
        var numbers: [Int] = []
        var all: [Listener] = []
    }

    private let listeners = Mutex(Listeners())

    package init() {}

    package var count: Int { listeners.withLock { $0.all.count } }

    /// Adds a listener, and returns the number that `remove` takes.
    package func add(_ listener: Listener) -> Int {
        listeners.withLock { listeners in
            listeners.next += 1
            listeners.numbers.append(listeners.next)
            listeners.all.append(listener)
            return listeners.next
        }
    }

    /// Removes and closes a listener.
    ///
    /// It receives nothing more, not even an event that is being emitted. An unknown number is ignored.
    package func remove(_ number: Int) {
        let removed = listeners.withLock { listeners -> Listener? in
            guard let index = listeners.numbers.firstIndex(of: number) else { return nil }
            listeners.numbers.remove(at: index)
            return listeners.all.remove(at: index)
        }
        removed?.close()
    }

    /// Removes and closes all listeners: no event will follow.
    package func finish() {
        let all = listeners.withLock { listeners in
            defer { (listeners.numbers, listeners.all) = ([], []) }
            return listeners.all
        }
        for listener in all { listener.close() }
    }

    package func emit(_ event: Event) {
        for listener in current { listener.receive(event) }
    }

    /// Emits a failure of the stream to all listeners.
    package func emit(_ error: any Error) {
        for listener in current { listener.receive(error) }
    }

    /// The elements that the given functions make from events and failures, until `finish` or until the reader stops.
    ///
    /// An element of `nil` is left out. Reading the stream does not keep the hub alive.
    package func stream<Element: Sendable>(
        onEvent: @escaping @Sendable (Event) -> Element?,
        onError: @escaping @Sendable (any Error) -> Element? = { _ in nil }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let number = add(
            Listener(
                onEvent: { event in if let element = onEvent(event) { continuation.yield(element) } },
                onError: { error in if let element = onError(error) { continuation.yield(element) } },
                onClose: { continuation.finish() }
            )
        )
        // The hub retains the continuation, which must not retain the hub.
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    /// The current listeners, copied so that they are called outside of the lock and may unsubscribe.
    ///
    /// No key path: this module's code is generic at run time for its callers, where each key path would be built again.
    private var current: [Listener] { listeners.withLock { $0.all } }
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
            onError: @escaping @Sendable (any Error) -> Void = { _ in },
            onClose: @escaping @Sendable () -> Void = {}
        ) {
            self.onEvent = onEvent
            self.onError = onError
            self.onClose = onClose
        }

        package func receive(_ event: Event) {
            guard !isClosed.withLock({ $0 }) else { return }
            onEvent(event)
        }

        package func receive(_ error: any Error) {
            guard !isClosed.withLock({ $0 }) else { return }
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
