internal import Synchronization

/// Tells those who listen that there is something new to read.
///
/// What is new is read from the store, which has it in order and for as long as anybody may want to go back: nothing is
/// kept here, and who is slow misses nothing.
package final class LiveFeed: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let state = Mutex(State())

    init() {}

    /// How many listen.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Whether every stream has ended, because the service ends.
    package var isOver: Bool { state.withLock { $0.isOver } }

    /// A stream with an element whenever there is something new, at the beginning too; several that come while one is
    /// dealt with are one.
    ///
    /// - Returns: the stream; it ends with the intake, or when nobody holds it.
    package func news() -> AsyncStream<Void> {
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

    /// Says that there is something new, or may be.
    package func wake() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    /// Lets every stream end, and begins no more.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
