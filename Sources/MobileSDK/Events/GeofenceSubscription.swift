internal import VisitModel

/// A subscription to the events of a phone (the Gym Visits document's `FlowSubscription`).
///
/// It goes on until it is closed or let go, or until the `Facilities` it belongs to is gone.
public final class GeofenceSubscription: Sendable {
    private let hub: EventHub<GeofenceEvent>
    private let number: Int

    init(_ listener: EventHub<GeofenceEvent>.Listener, to hub: EventHub<GeofenceEvent>) {
        self.hub = hub
        self.number = hub.add(listener)
    }

    deinit { hub.remove(number) }

    /// Ends the subscription: nothing more is told.
    ///
    /// That holds for what is being told to others at this moment, too. Only what another thread has begun to tell this
    /// very subscriber may still come to its end: closing does not wait for it, so that a subscriber may close itself or any
    /// other. A second call does nothing.
    public func close() { hub.remove(number) }
}
