/// A subscription to the news of a `RadarClient`.
///
/// It goes on until it is closed or let go, or until the client is gone.
public final class RadarSubscription: Sendable {
    private let hub: EventHub<RadarNews>
    private let number: Int

    init(_ listener: EventHub<RadarNews>.Listener, to hub: EventHub<RadarNews>) {
        self.hub = hub
        self.number = hub.add(listener)
    }

    deinit { hub.remove(number) }

    /// Ends the subscription: nothing more is told, not even of what is being told to others at this moment.
    ///
    /// A second call does nothing.
    public func close() { hub.remove(number) }
}
