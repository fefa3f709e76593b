internal import HTTPTypes
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The memory limit of request bodies.
///
/// Short bodies share a number of bytes. Few long ones are read at a time, and one for each token, so that a client
/// that sends many long ones delays only itself; the others of its token wait in the order of arrival.
final class BodyBudget: Sendable {
    struct Limits: Hashable {
        /// The length in bytes beyond which a body counts as long.
        var shortLength = 256 << 10
        /// Of all short bodies together.
        var shortBytes = 96 << 20
        /// Long bodies that are read and processed at a time.
        var longBodies = 2
        /// Waiting long bodies of one token.
        var waitingOfOne = 16
    }

    private struct Waiting {
        let number: Int
        let token: TokenID?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var shortBytes = 0
        var long: [TokenID?] = []
        var waiting: [Waiting] = []
        var lastNumber = 0

        func admits(_ token: TokenID?, _ limits: Limits) -> Bool {
            long.count < limits.longBodies && !long.contains(token)
        }
    }

    let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Throws `Problem` where there is no room for a short body.
    func reserve(_ count: Int) throws(Problem) {
        let hasRoom = state.withLock { state in
            guard state.shortBytes + count <= limits.shortBytes else { return false }
            state.shortBytes += count
            return true
        }
        guard hasRoom else { throw Self.full }
    }

    func release(_ count: Int) {
        state.withLock { $0.shortBytes -= count }
    }

    /// Waits for the turn of a long body.
    ///
    /// Throws `Problem` where too many bodies of the token wait, and `CancellationError`.
    func enter(_ token: TokenID?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.admits(token, limits) {
                        state.long.append(token)
                        return .success(())
                    }
                    guard state.waiting.count(where: { $0.token == token }) < limits.waitingOfOne else {
                        return .failure(Self.full)
                    }
                    state.waiting.append(Waiting(number: number, token: token, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    func leave(_ token: TokenID?) {
        let next = state.withLock { state -> Waiting? in
            if let index = state.long.firstIndex(of: token) { state.long.remove(at: index) }
            guard let index = state.waiting.firstIndex(where: { state.admits($0.token, limits) }) else { return nil }
            let next = state.waiting.remove(at: index)
            state.long.append(next.token)
            return next
        }
        next?.continuation.resume()
    }

    private static let full = Problem(
        .serviceUnavailable,
        "overloaded",
        "the service is overloaded; retry in a moment",
        retryAfterSeconds: 5
    )
}
