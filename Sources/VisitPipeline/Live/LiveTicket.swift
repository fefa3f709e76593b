internal import Synchronization

/// The continuation of a request that waits for its parts.
final class LiveTicket: Sendable {
    private struct State {
        var remaining: Int
        var receipt: LiveReceipt
        var failure: (any Error)?
        let continuation: CheckedContinuation<LiveReceipt, any Error>
    }

    private let state: Mutex<State>

    /// Makes a ticket for a number of parts, 1 or more.
    init(parts: Int, receipt: LiveReceipt, _ continuation: CheckedContinuation<LiveReceipt, any Error>) {
        self.state = Mutex(State(remaining: parts, receipt: receipt, failure: nil, continuation: continuation))
    }

    /// Records that a part is on disk, or its error; the last part resumes the request.
    func finish(_ part: Result<LiveReceipt, any Error>) {
        let last = state.withLock {
            state -> (CheckedContinuation<LiveReceipt, any Error>, Result<LiveReceipt, any Error>)? in
            switch part {
            case .success(let receipt): state.receipt.add(receipt)
            case .failure(let error): state.failure = state.failure ?? error
            }
            state.remaining -= 1
            guard state.remaining == 0 else { return nil }
            return (state.continuation, state.failure.map { .failure($0) } ?? .success(state.receipt))
        }
        if let (continuation, result) = last { continuation.resume(with: result) }
    }
}
