internal import Synchronization

extension ListenerHub {
    /// Somebody who listens, until it is closed.
    ///
    /// Whether it is closed is looked at right before each call: whoever tells goes through those who listened when it began,
    /// and one of them may close another meanwhile. No lock is held during a call, so a listener may close itself or any
    /// other, on whatever thread.
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

        /// Is told of an event, unless it is closed.
        func hear(_ event: Event) {
            guard !isClosed.withLock(\.self) else { return }
            onEvent(event)
        }

        /// Is told that the stream has failed, unless it is closed.
        func hear(_ error: any Error) {
            guard !isClosed.withLock(\.self) else { return }
            onError(error)
        }

        /// Hears nothing more; a second time nothing happens.
        func close() {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if !wasClosed { onClose() }
        }
    }
}
