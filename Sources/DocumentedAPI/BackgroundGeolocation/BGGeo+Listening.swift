public import MobileSDK
public import MobileSDKCore
public import TrackingEngine
public import TrackingModel

// Every subscription ends when it is removed or released: keep the result.
extension BGGeo {
    /// As `BackgroundGeolocation.onLocation(_:failure:)`.
    public func onLocation(
        _ callback: @escaping @Sendable (LocationEvent) -> Void,
        failure: @escaping @Sendable (LocationError) -> Void = { _ in }
    ) -> EventSubscription {
        geolocation.onLocation(callback, failure: failure)
    }

    /// As `BackgroundGeolocation.onMotionChange(_:)`.
    public func onMotionChange(_ callback: @escaping @Sendable (LocationEvent) -> Void) -> EventSubscription {
        geolocation.onMotionChange(callback)
    }

    /// As `BackgroundGeolocation.onHttp(_:)`.
    public func onHttp(_ callback: @escaping @Sendable (HttpEvent) -> Void) -> EventSubscription {
        geolocation.onHttp(callback)
    }

    /// As `BackgroundGeolocation.onHeartbeat(_:)`.
    public func onHeartbeat(_ callback: @escaping @Sendable (HeartbeatEvent) -> Void) -> EventSubscription {
        geolocation.onHeartbeat(callback)
    }

    /// As `BackgroundGeolocation.onGeofence(_:)`.
    public func onGeofence(_ callback: @escaping @Sendable (GeofenceEvent) -> Void) -> EventSubscription {
        geolocation.onGeofence(callback)
    }

    /// As `BackgroundGeolocation.onGeofencesChange(_:)`.
    public func onGeofencesChange(_ callback: @escaping @Sendable (GeofencesChangeEvent) -> Void) -> EventSubscription {
        geolocation.onGeofencesChange(callback)
    }

    /// As `BackgroundGeolocation.onActivityChange(_:)`.
    public func onActivityChange(_ callback: @escaping @Sendable (ActivityChangeEvent) -> Void) -> EventSubscription {
        geolocation.onActivityChange(callback)
    }

    /// As `BackgroundGeolocation.onProviderChange(_:)`.
    public func onProviderChange(_ callback: @escaping @Sendable (ProviderChangeEvent) -> Void) -> EventSubscription {
        geolocation.onProviderChange(callback)
    }

    /// As `BackgroundGeolocation.onConnectivityChange(_:)`.
    public func onConnectivityChange(
        _ callback: @escaping @Sendable (ConnectivityChangeEvent) -> Void
    ) -> EventSubscription {
        geolocation.onConnectivityChange(callback)
    }

    /// As `BackgroundGeolocation.onPowerSaveChange(_:)`.
    public func onPowerSaveChange(_ callback: @escaping @Sendable (PowerSaveChangeEvent) -> Void) -> EventSubscription {
        geolocation.onPowerSaveChange(callback)
    }

    /// As `BackgroundGeolocation.onEnabledChange(_:)`.
    public func onEnabledChange(_ callback: @escaping @Sendable (EnabledChangeEvent) -> Void) -> EventSubscription {
        geolocation.onEnabledChange(callback)
    }

    /// As `BackgroundGeolocation.onSchedule(_:)`.
    public func onSchedule(_ callback: @escaping @Sendable (ScheduleEvent) -> Void) -> EventSubscription {
        geolocation.onSchedule(callback)
    }

    /// As `BackgroundGeolocation.onAuthorization(_:)`.
    public func onAuthorization(_ callback: @escaping @Sendable (AuthorizationEvent) -> Void) -> EventSubscription {
        geolocation.onAuthorization(callback)
    }

    /// As `BackgroundGeolocation.onWarning(_:)`.
    public func onWarning(_ callback: @escaping @Sendable (ConfigurationWarning) -> Void) -> EventSubscription {
        geolocation.onWarning(callback)
    }

    /// As `BackgroundGeolocation.removeListeners()`, with the subscriptions of `onFailure`.
    public func removeListeners() {
        geolocation.removeListeners()
        failures.removeListeners()
    }
}
