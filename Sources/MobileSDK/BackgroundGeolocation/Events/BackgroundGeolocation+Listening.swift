public import MobileSDKCore
public import TrackingEngine
public import TrackingModel
public import VisitModel

// Listeners are called one after the other, in the order of events, while the phone and the app wait: slow work belongs
// on another thread. A listener may call any method; the resulting events follow the one that is being emitted.
extension BackgroundGeolocation {
    /// Subscribes to recorded locations and their samples (`isSample`), including those of motion changes, requests and
    /// streams.
    ///
    /// `failure` receives `LocationError.timeout` for a motion change at which no position is found. It receives
    /// `LocationError.denied` when locations are not allowed while they are tracked, or when this begins: once, until
    /// they are allowed in between or tracking begins again. Requests receive their failures themselves. Transistor,
    /// BGGeo.onLocation. The subscription ends when it is released, as all of these do.
    public func onLocation(
        _ callback: @escaping @Sendable (LocationEvent) -> Void,
        failure: @escaping @Sendable (LocationError) -> Void = { _ in }
    ) -> EventSubscription {
        listen { event in
            switch event {
            case .location(let location): callback(location)
            case .locationFailed(let error): failure(error)
            default: break
            }
        }
    }

    /// Subscribes to the changes between moving (`isMoving`) and stationary, on which all waiting records are uploaded.
    public func onMotionChange(_ callback: @escaping @Sendable (LocationEvent) -> Void) -> EventSubscription {
        listen { if case .motionChange(let location) = $0 { callback(location) } }
    }

    /// Subscribes to the results of uploads: responses of the server, and their absence.
    public func onHttp(_ callback: @escaping @Sendable (HttpEvent) -> Void) -> EventSubscription {
        listen { if case .http(let event) = $0 { callback(event) } }
    }

    /// Subscribes to heartbeats (`AppConfig.heartbeatInterval`).
    public func onHeartbeat(_ callback: @escaping @Sendable (HeartbeatEvent) -> Void) -> EventSubscription {
        listen { if case .heartbeat(let event) = $0 { callback(event) } }
    }

    /// Subscribes to entries into, exits from and dwells in geofences.
    public func onGeofence(_ callback: @escaping @Sendable (GeofenceEvent) -> Void) -> EventSubscription {
        listen { if case .geofence(let event) = $0 { callback(event) } }
    }

    /// Subscribes to changes of the set of geofences that the phone monitors.
    public func onGeofencesChange(_ callback: @escaping @Sendable (GeofencesChangeEvent) -> Void) -> EventSubscription {
        listen { if case .geofencesChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to changes of the motion activity.
    public func onActivityChange(_ callback: @escaping @Sendable (ActivityChangeEvent) -> Void) -> EventSubscription {
        listen { if case .activityChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to changes of permission, location services and precision; emits the current state right after
    /// `ready`.
    public func onProviderChange(_ callback: @escaping @Sendable (ProviderChangeEvent) -> Void) -> EventSubscription {
        listen { if case .providerChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to changes of the connection; emits the current state when tracking starts.
    public func onConnectivityChange(
        _ callback: @escaping @Sendable (ConnectivityChangeEvent) -> Void
    ) -> EventSubscription {
        listen { if case .connectivityChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to changes of power saving.
    public func onPowerSaveChange(_ callback: @escaping @Sendable (PowerSaveChangeEvent) -> Void) -> EventSubscription {
        listen { if case .powerSaveChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to tracking being turned on and off.
    public func onEnabledChange(_ callback: @escaping @Sendable (EnabledChangeEvent) -> Void) -> EventSubscription {
        listen { if case .enabledChange(let event) = $0 { callback(event) } }
    }

    /// Subscribes to the schedule turning tracking on and off.
    public func onSchedule(_ callback: @escaping @Sendable (ScheduleEvent) -> Void) -> EventSubscription {
        listen { if case .schedule(let event) = $0 { callback(event) } }
    }

    /// Subscribes to the results of token refreshes.
    public func onAuthorization(_ callback: @escaping @Sendable (AuthorizationEvent) -> Void) -> EventSubscription {
        listen { if case .authorization(let event) = $0 { callback(event) } }
    }

    /// Subscribes to warnings: options and calls that may not do what was intended, each with its reason.
    ///
    /// `ready` emits those of the options; a listener that is added later misses them.
    public func onWarning(_ callback: @escaping @Sendable (ConfigurationWarning) -> Void) -> EventSubscription {
        listen { if case .warning(let warning) = $0 { callback(warning) } }
    }

    /// Subscribes to failures of the SDK itself: of the file, of a permission request without its manifest entry.
    public func onFailure(_ callback: @escaping @Sendable (MobileSDKError) -> Void) -> EventSubscription {
        listen { if case .failure(let error) = $0 { callback(error) } }
    }

    /// Ends every subscription and every sequence.
    public func removeListeners() { hub.finish() }

    /// Sets the handler of events while the app is terminated (Android): with `AppConfig.enableHeadless` and
    /// `stopOnTerminate` false, in a process in which `ready` was not called.
    ///
    /// Must be set before `resume(launch:)`. These events are not delivered to any other listener; `nil` discards them.
    public func setHeadlessHandler(_ handler: (@Sendable (Event) -> Void)?) {
        session.withLock { $0.headless = handler }
    }

    private func listen(_ callback: @escaping @Sendable (Event) -> Void) -> EventSubscription {
        EventSubscription(EventHub<Event>.Listener(onEvent: callback), to: hub)
    }
}

// Each sequence contains the events from its creation on. It ends with the object, with `removeListeners`, or when its
// reader stops iterating. Reading it does not keep the object alive.
extension BackgroundGeolocation {
    /// All events for the app, in order.
    public var events: AsyncStream<Event> { hub.stream { $0 } }

    /// `onLocation` as a sequence: locations and, between them, failures.
    public var locations: AsyncStream<Result<LocationEvent, LocationError>> {
        hub.stream { event in
            switch event {
            case .location(let location): .success(location)
            case .locationFailed(let error): .failure(error)
            default: nil
            }
        }
    }

    /// `onMotionChange` as a sequence.
    public var motionChanges: AsyncStream<LocationEvent> {
        hub.stream { if case .motionChange(let location) = $0 { location } else { nil } }
    }

    /// `onHttp` as a sequence.
    public var httpEvents: AsyncStream<HttpEvent> {
        hub.stream { if case .http(let event) = $0 { event } else { nil } }
    }

    /// `onHeartbeat` as a sequence.
    public var heartbeats: AsyncStream<HeartbeatEvent> {
        hub.stream { if case .heartbeat(let event) = $0 { event } else { nil } }
    }

    /// `onGeofence` as a sequence.
    public var geofenceEvents: AsyncStream<GeofenceEvent> {
        hub.stream { if case .geofence(let event) = $0 { event } else { nil } }
    }

    /// `onGeofencesChange` as a sequence.
    public var geofencesChanges: AsyncStream<GeofencesChangeEvent> {
        hub.stream { if case .geofencesChange(let event) = $0 { event } else { nil } }
    }

    /// `onActivityChange` as a sequence.
    public var activityChanges: AsyncStream<ActivityChangeEvent> {
        hub.stream { if case .activityChange(let event) = $0 { event } else { nil } }
    }

    /// `onProviderChange` as a sequence.
    public var providerChanges: AsyncStream<ProviderChangeEvent> {
        hub.stream { if case .providerChange(let event) = $0 { event } else { nil } }
    }

    /// `onConnectivityChange` as a sequence.
    public var connectivityChanges: AsyncStream<ConnectivityChangeEvent> {
        hub.stream { if case .connectivityChange(let event) = $0 { event } else { nil } }
    }

    /// `onPowerSaveChange` as a sequence.
    public var powerSaveChanges: AsyncStream<PowerSaveChangeEvent> {
        hub.stream { if case .powerSaveChange(let event) = $0 { event } else { nil } }
    }

    /// `onEnabledChange` as a sequence.
    public var enabledChanges: AsyncStream<EnabledChangeEvent> {
        hub.stream { if case .enabledChange(let event) = $0 { event } else { nil } }
    }

    /// `onSchedule` as a sequence.
    public var scheduleEvents: AsyncStream<ScheduleEvent> {
        hub.stream { if case .schedule(let event) = $0 { event } else { nil } }
    }

    /// `onWarning` as a sequence.
    public var warnings: AsyncStream<ConfigurationWarning> {
        hub.stream { if case .warning(let warning) = $0 { warning } else { nil } }
    }

    /// `onFailure` as a sequence.
    public var failures: AsyncStream<MobileSDKError> {
        hub.stream { if case .failure(let error) = $0 { error } else { nil } }
    }

    /// `onAuthorization` as a sequence.
    public var authorizationEvents: AsyncStream<AuthorizationEvent> {
        hub.stream { if case .authorization(let event) = $0 { event } else { nil } }
    }
}
