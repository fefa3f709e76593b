internal import Foundation

/// Admits readers, and blocks new ones for a moment so that the write-ahead log can be reset.
///
/// SQLite resets the log only at a moment without a reader in it. With overlapping reads there is no such moment, and
/// the log grows without bound however often it is checkpointed.
final class ReadGate: @unchecked Sendable {
    // `condition` guards the mutable state below.
    private let condition = NSCondition()
    private var readerCount = 0
    private var isClosed = false
    /// At most the number of connections: a read that waits for a connection would count as a reader, and hundreds of
    /// them would not leave within a moment.
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Runs a read once the gate is open and fewer than `capacity` readers are inside.
    func read<Value>(_ body: () throws -> Value) rethrows -> Value {
        condition.lock()
        while isClosed || readerCount >= capacity { condition.wait() }
        readerCount += 1
        condition.unlock()
        defer {
            condition.lock()
            readerCount -= 1
            if !isClosed {
                condition.signal()
            } else if readerCount == 0 {
                condition.broadcast()
            }
            condition.unlock()
        }
        return try body()
    }

    /// Blocks new readers, waits for those inside, and runs a closure once they have left.
    ///
    /// Returns `nil` where readers stayed longer, or another caller has closed the gate.
    func whileEmpty<Value>(waitingUpTo seconds: Double, _ body: () throws -> Value) rethrows -> Value? {
        condition.lock()
        guard !isClosed else {
            condition.unlock()
            return nil
        }
        isClosed = true
        let deadline = Date(timeIntervalSinceNow: seconds)
        while readerCount > 0, condition.wait(until: deadline) {}
        let isEmpty = readerCount == 0
        condition.unlock()
        defer {
            condition.lock()
            isClosed = false
            condition.broadcast()
            condition.unlock()
        }
        return isEmpty ? try body() : nil
    }
}
