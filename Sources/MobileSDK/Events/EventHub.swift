internal import Synchronization
internal import VisitModel

/// The hub of the events of the Gym Visits document.
typealias EventHub = ListenerHub<GeofenceEvent>

/// Hands events to everybody who listens, in the order in which they were told.
final class ListenerHub<Event: Sendable>: Sendable {
    private struct Listeners: Sendable {
        var next = 0
        var all: [Int: Listener] = [:]

        /// In the order in which they began.
        var inOrder: [Listener] { all.sorted { $0.key < $1.key }.map(\.value) }
    }

    private let listeners = Mutex(Listeners())

    /// How many listen.
    var count: Int { listeners.withLock(\.all.count) }

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

    /// Removes a listener, which hears nothing more, not even of what is being told; one that is gone already is ignored.
    func remove(_ number: Int) {
        listeners.withLock { $0.all.removeValue(forKey: number) }?.close()
    }

    /// Removes everybody: there is nothing more to tell.
    func finish() {
        let all = listeners.withLock { listeners in
            defer { listeners.all = [:] }
            return listeners.inOrder
        }
        for listener in all { listener.close() }
    }

    /// Tells everybody of an event.
    func tell(_ event: Event) {
        for listener in current { listener.hear(event) }
    }

    /// Tells everybody that the stream has failed.
    func tell(_ error: any Error) {
        for listener in current { listener.hear(error) }
    }

    /// Those who listen now; called outside of the lock, so that they may unsubscribe.
    private var current: [Listener] { listeners.withLock(\.inOrder) }
}
