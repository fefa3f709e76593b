public import MobileSDKCore
internal import TrackingModel
public import RadarEngine

extension RadarClient {
    /// Subscribes to every message from now on, in order.
    ///
    /// The subscription ends when it is closed or released, or with this object.
    public func subscribe(_ onNews: @escaping @Sendable (RadarMessage) -> Void) -> EventSubscription {
        EventSubscription(.init(onEvent: onNews), to: hub)
    }

    /// Subscribes to what the methods of Radar's delegate receive; `RadarMessage` describes each.
    ///
    /// `onLog` also receives the warnings about options. The subscription ends like that of `subscribe(_:)`.
    public func subscribe(
        onClientLocation: @escaping @Sendable (RadarLocation, _ isStopped: Bool, RadarLocationSource) -> Void = {
            _,
            _,
            _ in
        },
        onLocation: @escaping @Sendable (RadarLocation, _ isStopped: Bool) -> Void = { _, _ in },
        onEvents: @escaping @Sendable ([RadarServerEvent]) -> Void = { _ in },
        onError: @escaping @Sendable (RadarStatus) -> Void = { _ in },
        onLog: @escaping @Sendable (RadarLogLine) -> Void = { _ in }
    ) -> EventSubscription {
        subscribe { message in
            switch message {
            case .clientLocation(let location, let isStopped, let source):
                onClientLocation(location, isStopped, source)
            case .location(let location, let isStopped): onLocation(location, isStopped)
            case .events(let events): onEvents(events)
            case .error(let status): onError(status)
            case .warning(let warning): onLog(RadarLogLine(.warning, warning.message))
            case .log(let line): onLog(line)
            }
        }
    }

    /// Everything from now on, as a sequence.
    ///
    /// It ends when this object is deallocated, after the messages published until then, or when its reader stops
    /// iterating. Reading it does not keep this object alive.
    public var messages: AsyncStream<RadarMessage> { hub.stream { $0 } }

    /// The accepted updates from now on, before they are uploaded, as a sequence that ends like `messages`.
    public var clientLocations: AsyncStream<RadarLocation> {
        hub.stream { if case .clientLocation(let location, _, _) = $0 { location } else { nil } }
    }

    /// The server's events from now on, as a sequence that ends like `messages`.
    public var events: AsyncStream<[RadarServerEvent]> {
        hub.stream { if case .events(let events) = $0 { events } else { nil } }
    }
}
