internal import Foundation

/// Threads for simulated phones, which block while they wait for the answers of a service.
enum SimulationThread {
    /// Runs `body` on a thread of its own and not in the cooperative pool, and returns what it returns.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result(catching: body)) }
            thread.stackSize = 16 << 20
            thread.start()
        }
    }
}
