internal import Synchronization

extension EventHub {
    /// A listener that receives events until it is closed.
    ///
    /// The closed flag is checked right before each call: an emission goes through the listeners that were subscribed
    /// when it began, and one of them may close another meanwhile. No lock is held during a call, so a listener may
    /// close itself or any other, on any thread.
    final class Listener: Sendable {
        private let onEvent: @Sendable (Event) -> Void
        private let onError: @Sendable (any Error) -> Void
        private let onClose: @Sendable () -> Void
        private let isClosed = Mutex(false)

        init(
            onEvent: @escaping @Sendable (Event) -> Void,
            onError: @escaping @Sendable (any Error) -> Void,
            onClose: @escaping @Sendable () -> Void
        ) {
            self.onEvent = onEvent
            self.onError = onError
            self.onClose = onClose
        }

        /// Delivers an event, unless the listener is closed.
        func receive(_ event: Event) {
            guard !isClosed.withLock(\.self) else { return }
            onEvent(event)
        }

        /// Delivers a failure of the stream, unless the listener is closed.
        func receive(_ error: any Error) {
            guard !isClosed.withLock(\.self) else { return }
            onError(error)
        }

        /// Stops all deliveries; a second call does nothing.
        func close() {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if !wasClosed { onClose() }
        }
    }
}
