internal import Synchronization
public import TrackingEngine
internal import VisitModel

// Listeners are called one after the other, in the order in which events come, while the phone and the app wait: what takes
// long is better handed on. A listener may ask for anything; what comes of it follows after what is being told.
extension BackgroundGeolocation {
    /// Hears every location that is recorded and every sample of one (`isSample`), those of motion changes, of requests and of
    /// streams among them.
    ///
    /// - Parameters:
    ///   - callback: gets each.
    ///   - failure: is told why the phone finds none.
    /// - Returns: the subscription, which ends when it is let go.
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

    /// Hears when the phone begins to move (`isMoving`), or has stopped; everything that waits is uploaded then.
    public func onMotionChange(_ callback: @escaping @Sendable (LocationEvent) -> Void) -> EventSubscription {
        listen { if case .motionChange(let location) = $0 { callback(location) } }
    }

    /// Hears each answer of the server to an upload, and that none came.
    public func onHttp(_ callback: @escaping @Sendable (HttpEvent) -> Void) -> EventSubscription {
        listen { if case .http(let event) = $0 { callback(event) } }
    }

    /// Hears heartbeats (`AppConfig.heartbeatInterval`).
    public func onHeartbeat(_ callback: @escaping @Sendable (HeartbeatEvent) -> Void) -> EventSubscription {
        listen { if case .heartbeat(let event) = $0 { callback(event) } }
    }

    /// Hears when a geofence is entered, left or dwelt in.
    public func onGeofence(_ callback: @escaping @Sendable (GeofenceEvent) -> Void) -> EventSubscription {
        listen { if case .geofence(let event) = $0 { callback(event) } }
    }

    /// Hears which geofences the phone watches that it did not, and the other way round.
    public func onGeofencesChange(
        _ callback: @escaping @Sendable (GeofencesChangeEvent) -> Void
    ) -> EventSubscription {
        listen { if case .geofencesChange(let event) = $0 { callback(event) } }
    }

    /// Hears what the motion service says.
    public func onActivityChange(_ callback: @escaping @Sendable (ActivityChangeEvent) -> Void) -> EventSubscription {
        listen { if case .activityChange(let event) = $0 { callback(event) } }
    }

    /// Hears when permission, location services or precision change, and how they are right after `ready`.
    public func onProviderChange(_ callback: @escaping @Sendable (ProviderChangeEvent) -> Void) -> EventSubscription {
        listen { if case .providerChange(let event) = $0 { callback(event) } }
    }

    /// Hears when the connection comes or goes, and how it is when tracking begins.
    public func onConnectivityChange(
        _ callback: @escaping @Sendable (ConnectivityChangeEvent) -> Void
    ) -> EventSubscription {
        listen { if case .connectivityChange(let event) = $0 { callback(event) } }
    }

    /// Hears when the phone begins or ends to save power.
    public func onPowerSaveChange(
        _ callback: @escaping @Sendable (PowerSaveChangeEvent) -> Void
    ) -> EventSubscription {
        listen { if case .powerSaveChange(let event) = $0 { callback(event) } }
    }

    /// Hears when tracking goes on or off.
    public func onEnabledChange(_ callback: @escaping @Sendable (EnabledChangeEvent) -> Void) -> EventSubscription {
        listen { if case .enabledChange(let event) = $0 { callback(event) } }
    }

    /// Hears when the schedule turns tracking on or off.
    public func onSchedule(_ callback: @escaping @Sendable (ScheduleEvent) -> Void) -> EventSubscription {
        listen { if case .schedule(let event) = $0 { callback(event) } }
    }

    /// Hears how a refresh of the tokens ended.
    public func onAuthorization(_ callback: @escaping @Sendable (AuthorizationEvent) -> Void) -> EventSubscription {
        listen { if case .authorization(let event) = $0 { callback(event) } }
    }

    /// Ends every subscription and every sequence.
    public func removeListeners() { hub.finish() }

    /// Hears what happens while the app is not there (Android): with `AppConfig.enableHeadless` and `stopOnTerminate` false,
    /// in a process in which `ready` was not called.
    ///
    /// To be set before `resume(launch:)`. What it hears, no other listener does.
    ///
    /// - Parameter handler: gets each event; `nil` hears nothing.
    public func setHeadlessHandler(_ handler: (@Sendable (Event) -> Void)?) {
        session.withLock { $0.headless = handler }
    }

    private func listen(_ callback: @escaping @Sendable (Event) -> Void) -> EventSubscription {
        EventSubscription(EventHub<Event>.Listener(onEvent: callback, onError: { _ in }, onClose: {}), to: hub)
    }
}
