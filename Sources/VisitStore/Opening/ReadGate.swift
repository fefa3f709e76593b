internal import Foundation

/// Lets readers in, and keeps new ones out for a moment so that the write-ahead log can begin anew.
///
/// SQLite begins the log anew only at a moment without a reader in it. Where reads overlap there is never such a moment, and
/// the log grows without a bound however often it is checkpointed.
final class ReadGate: @unchecked Sendable {
    // `condition` guards the others.
    private let condition = NSCondition()
    private var readerCount = 0
    private var isClosed = false
    /// How many may read at a time: no more than there are connections.
    ///
    /// One that waits for a connection would count as a reader, and hundreds of them would not leave within a moment.
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Reads once the gate is open and a place is free.
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

    /// Keeps new readers out, waits for those inside, and does something once they have left.
    ///
    /// - Parameters:
    ///   - seconds: how long at most readers are waited for.
    ///   - body: what to do without readers.
    /// - Returns: what `body` returns; `nil` where readers stayed for longer, or another caller has closed the gate.
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
