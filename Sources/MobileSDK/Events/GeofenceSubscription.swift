/// A subscription to the events of a phone (the Gym Visits document's `FlowSubscription`).
///
/// It goes on until it is closed or let go.
public final class GeofenceSubscription: Sendable {
    private let hub: EventHub
    private let number: Int

    init(_ listener: EventHub.Listener, to hub: EventHub) {
        self.hub = hub
        self.number = hub.add(listener)
    }

    deinit { hub.remove(number) }

    /// Ends the subscription: nothing more is told.
    ///
    /// A second call does nothing.
    public func close() { hub.remove(number) }
}
