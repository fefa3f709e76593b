/// A subscription to the events of a phone-side part (`EventSubscription` of the BGGeo document, `FlowSubscription` of
/// the Gym Visits document).
///
/// It lasts until it is removed or released, or until the object that emits the events is deallocated.
public final class EventSubscription: Sendable {
    private let end: @Sendable () -> Void

    package init<Event: Sendable>(_ listener: EventHub<Event>.Listener, to hub: EventHub<Event>) {
        let number = hub.add(listener)
        end = { [weak hub] in hub?.remove(number) }
    }

    deinit { end() }

    /// Ends the subscription: no further event is delivered.
    ///
    /// This includes an event that is being emitted to other subscribers at this moment. Only a delivery to this
    /// subscriber that another thread has already begun may still complete. Ending does not wait for it, so a
    /// subscriber may end itself or any other. A second call does nothing.
    public func remove() { end() }

    /// Ends the subscription; the Gym Visits document's name for `remove()`.
    public func close() { end() }

    /// Keeps the subscription until the set is released.
    public func store(in subscriptions: inout Set<EventSubscription>) { subscriptions.insert(self) }
}

extension EventSubscription: Hashable {
    /// Returns whether two references are the same subscription.
    public static func == (lhs: EventSubscription, rhs: EventSubscription) -> Bool { lhs === rhs }

    /// Feeds its identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
