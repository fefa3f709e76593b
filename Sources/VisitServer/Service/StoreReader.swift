internal import Dispatch
internal import VisitStore

/// Access to the store on a separate queue, and not on the threads that answer requests.
struct StoreReader: Sendable {
    let store: VisitStore
    private let queue = DispatchQueue(label: "footfall.read", attributes: .concurrent)

    init(_ store: VisitStore) {
        self.store = store
    }

    /// Runs a closure with the store.
    func read<Value: Sendable>(_ body: @escaping @Sendable (VisitStore) throws -> Value) async throws -> Value {
        let store = store
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(store) }) }
        }
    }
}
