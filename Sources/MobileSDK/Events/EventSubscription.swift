/// A subscription to what an app is told, of whichever of its phone-side parts (`EventSubscription` of the BGGeo document,
/// `FlowSubscription` of the Gym Visits document).
///
/// It goes on until it is removed or let go, or until what it belongs to is gone.
public final class EventSubscription: Sendable {
    private let end: @Sendable () -> Void

    /// Begins to listen.
    init<Event: Sendable>(_ listener: EventHub<Event>.Listener, to hub: EventHub<Event>) {
        let number = hub.add(listener)
        end = { [weak hub] in hub?.remove(number) }
    }

    deinit { end() }

    /// Ends the subscription: nothing more is told.
    ///
    /// That holds for what is being told to others at this moment, too. Only what another thread has begun to tell this
    /// very subscriber may still come to its end: ending does not wait for it, so that a subscriber may end itself or any
    /// other. A second call does nothing.
    public func remove() { end() }

    /// Ends the subscription, by the name that the Gym Visits document has for `remove()`.
    public func close() { end() }

    /// Keeps it until the set is let go.
    ///
    /// - Parameter subscriptions: where it goes.
    public func store(in subscriptions: inout Set<EventSubscription>) {
        subscriptions.insert(self)
    }
}

extension EventSubscription: Hashable {
    /// Whether two are the same subscription.
    public static func == (lhs: EventSubscription, rhs: EventSubscription) -> Bool { lhs === rhs }

    /// Feeds its identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
