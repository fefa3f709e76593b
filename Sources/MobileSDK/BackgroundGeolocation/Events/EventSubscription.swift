/// A subscription to events, which ends when it is removed or let go (`EventSubscription` of the BGGeo document).
public final class EventSubscription: Sendable {
    private let end: @Sendable () -> Void

    /// Takes what ends it; called again it does nothing.
    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// Ends it: nothing more is told, not even of what is being told to others.
    ///
    /// A second call does nothing.
    public func remove() { end() }

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
