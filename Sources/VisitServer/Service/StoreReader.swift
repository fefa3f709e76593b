internal import Dispatch
internal import VisitStore

/// Uses the store away from the threads that answer requests, which a long statement would hold up.
struct StoreReader: Sendable {
    let store: VisitStore
    private let queue = DispatchQueue(label: "footfall.read", attributes: .concurrent)

    init(_ store: VisitStore) {
        self.store = store
    }

    /// Uses the store.
    func read<Value: Sendable>(_ body: @escaping @Sendable (VisitStore) throws -> Value) async throws -> Value {
        let store = store
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(store) }) }
        }
    }
}
