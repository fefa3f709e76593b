internal import MobileSDKCore
public import TrackingEngine
internal import VisitModel

// Each sequence contains the events from its creation on. It ends with the object, with `removeListeners`, or when its
// reader stops iterating. Reading it does not keep the object alive.
extension BackgroundGeolocation {
    /// All events for the app, in order.
    public var events: AsyncStream<Event> { sequence { $0 } }

    /// `onLocation` as a sequence: locations and, between them, failures.
    public var locations: AsyncStream<Result<LocationEvent, LocationError>> {
        sequence { event in
            switch event {
            case .location(let location): .success(location)
            case .locationFailed(let error): .failure(error)
            default: nil
            }
        }
    }

    /// `onMotionChange` as a sequence.
    public var motionChanges: AsyncStream<LocationEvent> {
        sequence { if case .motionChange(let location) = $0 { location } else { nil } }
    }

    /// `onHttp` as a sequence.
    public var httpEvents: AsyncStream<HttpEvent> { sequence { if case .http(let event) = $0 { event } else { nil } } }

    /// `onHeartbeat` as a sequence.
    public var heartbeats: AsyncStream<HeartbeatEvent> {
        sequence { if case .heartbeat(let event) = $0 { event } else { nil } }
    }

    /// `onGeofence` as a sequence.
    public var geofenceEvents: AsyncStream<GeofenceEvent> {
        sequence { if case .geofence(let event) = $0 { event } else { nil } }
    }

    /// `onGeofencesChange` as a sequence.
    public var geofencesChanges: AsyncStream<GeofencesChangeEvent> {
        sequence { if case .geofencesChange(let event) = $0 { event } else { nil } }
    }

    /// `onActivityChange` as a sequence.
    public var activityChanges: AsyncStream<ActivityChangeEvent> {
        sequence { if case .activityChange(let event) = $0 { event } else { nil } }
    }

    /// `onProviderChange` as a sequence.
    public var providerChanges: AsyncStream<ProviderChangeEvent> {
        sequence { if case .providerChange(let event) = $0 { event } else { nil } }
    }

    /// `onConnectivityChange` as a sequence.
    public var connectivityChanges: AsyncStream<ConnectivityChangeEvent> {
        sequence { if case .connectivityChange(let event) = $0 { event } else { nil } }
    }

    /// `onPowerSaveChange` as a sequence.
    public var powerSaveChanges: AsyncStream<PowerSaveChangeEvent> {
        sequence { if case .powerSaveChange(let event) = $0 { event } else { nil } }
    }

    /// `onEnabledChange` as a sequence.
    public var enabledChanges: AsyncStream<EnabledChangeEvent> {
        sequence { if case .enabledChange(let event) = $0 { event } else { nil } }
    }

    /// `onSchedule` as a sequence.
    public var scheduleEvents: AsyncStream<ScheduleEvent> {
        sequence { if case .schedule(let event) = $0 { event } else { nil } }
    }

    /// `onAuthorization` as a sequence.
    public var authorizationEvents: AsyncStream<AuthorizationEvent> {
        sequence { if case .authorization(let event) = $0 { event } else { nil } }
    }

    private func sequence<Element: Sendable>(
        of choose: @escaping @Sendable (Event) -> Element?
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let number = hub.add(
            EventHub<Event>.Listener(
                onEvent: { event in if let element = choose(event) { continuation.yield(element) } },
                onError: { _ in },
                onClose: { continuation.finish() }
            )
        )
        // The hub retains the continuation, which must not retain the hub.
        continuation.onTermination = { [weak hub] _ in hub?.remove(number) }
        return stream
    }
}
