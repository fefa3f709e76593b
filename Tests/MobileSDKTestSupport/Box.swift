internal import Synchronization

/// Holds what a closure sets.
package final class Box<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }

    package var current: Value { value.withLock { $0 } }
    package func set(_ new: Value) { value.withLock { $0 = new } }
}
