internal import MobileSDKCore
internal import Synchronization

/// The object behind one of the documents' shared instances, which the app sets with `use`.
final class PhoneSlot<Object: Sendable>: Sendable {
    private let object = Mutex<Object?>(nil)
    private let message: String

    /// Creates an empty slot; `call` is the call that fills it, as an app writes it.
    init(filledBy call: String) {
        message = "no phone was given: call `\(call)` when the app starts, before anything else"
    }

    func fill(_ new: Object) {
        let old = object.withLock { object -> Object? in
            defer { object = new }
            return object
        }
        // Released outside of the lock, because its last events may lead to a call of the app.
        withExtendedLifetime(old) {}
    }

    /// Throws with code `configuration` before `use`.
    func get() throws(MobileSDKError) -> Object {
        guard let object = object.withLock({ $0 }) else { throw MobileSDKError(.configuration, message) }
        return object
    }

    /// The object, for calls that do not throw: they end the program before `use`.
    var filled: Object {
        guard let object = object.withLock({ $0 }) else {
            // Not a precondition: its message would be missing from a release build.
            fatalError(message)
        }
        return object
    }
}
