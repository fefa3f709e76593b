import HTTPTransport
import Synchronization

/// Simulated receivers: each request is stored, and answered at once or when the test says so.
final class PlayedTransport: HTTPSending {
    /// The response to a request.
    enum Play: Sendable {
        case answer(HTTPExchange)
        /// Waits until the request is released or cancelled.
        case hold
    }

    private struct State {
        var sent: [HTTPRequest] = []
        var held: [Int: CheckedContinuation<HTTPExchange, Never>] = [:]
        var waiter: (total: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let play: @Sendable (HTTPRequest) -> Play

    init(_ play: @escaping @Sendable (HTTPRequest) -> Play) {
        self.play = play
    }

    /// Every request sent, in order.
    var sent: [HTTPRequest] { state.withLock { $0.sent } }

    func send(_ request: HTTPRequest) async -> HTTPExchange {
        switch play(request) {
        case .answer(let exchange):
            note(request)
            return exchange
        case .hold:
            let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLock { $0.held[number] = continuation }
                    note(request)
                    // The cancellation handler may have run before the request was held.
                    if Task.isCancelled { breakOff(number) }
                }
            } onCancel: {
                breakOff(number)
            }
        }
    }

    /// Waits until a total number of requests has been sent.
    func arrival(ofAll total: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sent.count < total else { return true }
                state.waiter = (total, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Answers every held request.
    func release(_ exchange: HTTPExchange) {
        let held = state.withLock { state in
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for continuation in held { continuation.resume(returning: exchange) }
    }

    private static let lastNumber = Atomic(0)

    private func note(_ request: HTTPRequest) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.sent.append(request)
            guard let waiter = state.waiter, state.sent.count >= waiter.total else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        waiter?.resume()
    }

    private func breakOff(_ number: Int) {
        let held = state.withLock { $0.held.removeValue(forKey: number) }
        held?.resume(returning: .failure(.cancelled))
    }
}

extension HTTPRequest {
    /// A header's value.
    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
