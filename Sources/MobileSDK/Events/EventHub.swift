internal import Synchronization
internal import VisitModel

/// Hands events to everybody who listens, in the order in which they were told.
final class EventHub: Sendable {
    private struct Listeners: Sendable {
        var next = 0
        var all: [Int: Listener] = [:]
    }

    /// Somebody who listens.
    struct Listener: Sendable {
        let onEvent: @Sendable (GeofenceEvent) -> Void
        let onError: @Sendable (any Error) -> Void
        let onClose: @Sendable () -> Void
    }

    private let listeners = Mutex(Listeners())

    /// Adds a listener.
    ///
    /// - Returns: its number, by which it is removed.
    func add(_ listener: Listener) -> Int {
        listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = listener
            return listeners.next
        }
    }

    /// Removes a listener; one that is gone already is ignored.
    func remove(_ number: Int) {
        listeners.withLock { $0.all.removeValue(forKey: number) }?.onClose()
    }

    /// Tells everybody of an event.
    func tell(_ event: GeofenceEvent) {
        for listener in current { listener.onEvent(event) }
    }

    /// Tells everybody that the stream has failed.
    func tell(_ error: any Error) {
        for listener in current { listener.onError(error) }
    }

    /// Those who listen now, in the order in which they began; called outside of the lock, so that they may unsubscribe.
    private var current: [Listener] {
        listeners.withLock { listeners in listeners.all.sorted { $0.key < $1.key }.map(\.value) }
    }
}
