internal import HTTPTypes
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The memory limit of request bodies, and the turns of long ones.
///
/// Owners, which are members or tokens, share the memory: none gets more than what it leaves free. So one owner gets at
/// most half of it and two a third each, and there is always room for another (the dynamic thresholds of Choudhury and
/// Hahne, IEEE/ACM Transactions on Networking 6, 1998). A short body for which there is no room is refused, a long one
/// waits for a while.
///
/// A few complete long bodies are evaluated at a time, one of each owner; the others wait in the order of arrival.
final class BodyBudget: Sendable {
    struct Limits: Hashable {
        /// The length in bytes beyond which a body counts as long.
        var shortLength = 256 << 10
        /// Of all bodies together, in bytes.
        var bytes = 192 << 20
        /// Long bodies that are evaluated at a time.
        var places = 4
        /// Waiting long bodies of one owner.
        var waitingOfOne = 16
        /// The time for which a long body waits for memory.
        var patience = Duration.seconds(10)
    }

    enum Owner: Hashable {
        case member(MemberID)
        /// A token of no member.
        case token(TokenID)
        case anonymous
    }

    private struct Waiting {
        let number: Int
        let owner: Owner
        /// The bytes that it waits for; `nil` for a turn.
        let count: Int?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var bytes = 0
        var bytesOfOwner: [Owner: Int] = [:]
        var evaluated: [Owner] = []
        var waiting: [Waiting] = []
        var lastNumber = 0

        mutating func admits(_ owner: Owner, _ count: Int?, _ limits: Limits) -> Bool {
            guard let count else {
                guard evaluated.count < limits.places, !evaluated.contains(owner) else { return false }
                evaluated.append(owner)
                return true
            }
            guard bytesOfOwner[owner, default: 0] + count <= limits.bytes - bytes else { return false }
            bytes += count
            bytesOfOwner[owner, default: 0] += count
            return true
        }

        /// Removes and returns those that need not wait any longer, the first of each owner first.
        mutating func admitted(_ limits: Limits) -> [Waiting] {
            var (admitted, rest): ([Waiting], [Waiting]) = ([], [])
            for waiting in waiting {
                if admits(waiting.owner, waiting.count, limits) {
                    admitted.append(waiting)
                } else {
                    rest.append(waiting)
                }
            }
            waiting = rest
            return admitted
        }
    }

    let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Reserves memory for bytes; throws `Problem` where there is no room.
    func reserve(_ count: Int, of owner: Owner) throws(Problem) {
        guard state.withLock({ $0.admits(owner, count, limits) }) else { throw Self.full }
    }

    /// Waits for memory; throws `Problem` where there is none for a while, and `CancellationError`.
    func wait(for count: Int, of owner: Owner) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.waitInLine(owner, count) }
            group.addTask { [limits] in
                try await Task.sleep(for: limits.patience)
                throw Self.full
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func release(_ count: Int, of owner: Owner) {
        let next = state.withLock { state in
            state.bytes -= count
            let left = state.bytesOfOwner[owner, default: 0] - count
            state.bytesOfOwner[owner] = left > 0 ? left : nil
            return state.waiting.isEmpty ? [] : state.admitted(limits)
        }
        for waiting in next { waiting.continuation.resume() }
    }

    /// Waits for the turn of a long body.
    ///
    /// Throws `Problem` where too many bodies of the owner wait, and `CancellationError`.
    func enter(_ owner: Owner) async throws { try await waitInLine(owner, nil) }

    func leave(_ owner: Owner) {
        let next = state.withLock { state in
            if let index = state.evaluated.firstIndex(of: owner) { state.evaluated.remove(at: index) }
            return state.admitted(limits)
        }
        for waiting in next { waiting.continuation.resume() }
    }

    /// Waits for bytes, or without a count for a turn.
    private func waitInLine(_ owner: Owner, _ count: Int?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.admits(owner, count, limits) { return .success(()) }
                    guard state.waiting.count(where: { $0.owner == owner }) < limits.waitingOfOne else {
                        return .failure(Self.full)
                    }
                    state.waiting.append(
                        Waiting(number: number, owner: owner, count: count, continuation: continuation)
                    )
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

    private static let full = Problem(
        .serviceUnavailable,
        "overloaded",
        "the service is overloaded; retry in a moment",
        retryAfterSeconds: 5
    )
}

/// What an owner takes of the budget for one body.
struct BodyShare: Sendable {
    let budget: BodyBudget
    let owner: BodyBudget.Owner
    /// Called when the body begins to wait, and when it continues; the client is not slow meanwhile.
    let wait: (@Sendable (_ begins: Bool) -> Void)?

    init(_ budget: BodyBudget, of owner: BodyBudget.Owner, wait: (@Sendable (_ begins: Bool) -> Void)?) {
        self.budget = budget
        self.owner = owner
        self.wait = wait
    }

    /// Reserves memory; only a long body waits for it.
    func reserve(_ count: Int, isLong: Bool) async throws {
        do {
            try budget.reserve(count, of: owner)
        } catch {
            guard isLong else { throw error }
            wait?(true)
            defer { wait?(false) }
            try await budget.wait(for: count, of: owner)
        }
    }
}
