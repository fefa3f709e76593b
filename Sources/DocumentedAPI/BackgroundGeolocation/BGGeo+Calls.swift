public import MobileSDK
public import PhoneStore
public import TrackingEngine

extension BGGeo {
    /// As `BackgroundGeolocation.config`.
    public var config: BackgroundGeolocation.Config { geolocation.config }
    /// As `BackgroundGeolocation.app`.
    public var app: BackgroundGeolocation.App { geolocation.app }
    /// As `BackgroundGeolocation.authorization`.
    public var authorization: BackgroundGeolocation.Authorization { geolocation.authorization }
    /// As `BackgroundGeolocation.geofences` (`GeofenceManager`).
    public var geofences: BackgroundGeolocation.Geofences { geolocation.geofences }
    /// As `BackgroundGeolocation.logger`.
    public var logger: BackgroundGeolocation.Logger { geolocation.logger }
    /// As `BackgroundGeolocation.sensors`.
    public var sensors: BackgroundGeolocation.Sensors { geolocation.sensors }
    /// As `BackgroundGeolocation.store` (`DataStore`).
    public var store: BackgroundGeolocation.Store { geolocation.store }
    /// As `BackgroundGeolocation.state`.
    public var state: BackgroundGeolocation.State { geolocation.state }
    /// As `BackgroundGeolocation.enabled`.
    public var enabled: Bool { geolocation.enabled }
    /// As `BackgroundGeolocation.odometer`.
    public var odometer: Double { geolocation.odometer }
    /// As `BackgroundGeolocation.isPowerSaveMode`.
    public var isPowerSaveMode: Bool { geolocation.isPowerSaveMode }

    /// As `BackgroundGeolocation.start()`.
    public func start() async throws { try await checkedGeolocation().start() }

    /// As `BackgroundGeolocation.startGeofences()`.
    public func startGeofences() async throws { try await checkedGeolocation().startGeofences() }

    /// As `BackgroundGeolocation.stop()`.
    public func stop() { geolocation.stop() }

    /// As `BackgroundGeolocation.changePace(_:)`.
    public func changePace(_ isMoving: Bool) { geolocation.changePace(isMoving) }

    /// As `BackgroundGeolocation.startSchedule()`.
    public func startSchedule() { geolocation.startSchedule() }

    /// As `BackgroundGeolocation.stopSchedule()`.
    public func stopSchedule() { geolocation.stopSchedule() }

    /// As `BackgroundGeolocation.requestPermission()`.
    @discardableResult
    public func requestPermission() async throws -> ProviderState.Status {
        try await checkedGeolocation().requestPermission()
    }

    /// As `BackgroundGeolocation.getProviderState()`.
    public func getProviderState() -> ProviderState { geolocation.getProviderState() }

    /// As `BackgroundGeolocation.getState()`.
    public func getState() -> BackgroundGeolocation.State { geolocation.getState() }

    /// As `BackgroundGeolocation.getOdometer()`.
    public func getOdometer() -> Double { geolocation.getOdometer() }

    /// As `BackgroundGeolocation.setConfig(_:)`.
    public func setConfig(_ change: (inout TrackingConfig) -> Void) { geolocation.setConfig(change) }

    /// As `BackgroundGeolocation.reset()`.
    public func reset() { geolocation.reset() }

    /// As `BackgroundGeolocation.addGeofence(_:)`, with the checks of `Geofence`.
    public func addGeofence(_ geofence: Geofence) async throws {
        try await checkedGeolocation().geofences.add(geofence)
    }

    /// As `BackgroundGeolocation.getGeofences()`.
    public func getGeofences() -> [TrackedGeofence] { geolocation.getGeofences() }

    /// As `BackgroundGeolocation.removeGeofences()`.
    public func removeGeofences() async throws { try await checkedGeolocation().removeGeofences() }

    /// As `BackgroundGeolocation.getLocations()`.
    public func getLocations() throws -> [TrackingRecord] { try checkedGeolocation().getLocations() }

    /// As `BackgroundGeolocation.getCount()`.
    public func getCount() throws -> Int { try checkedGeolocation().getCount() }

    /// As `BackgroundGeolocation.sync()`.
    @discardableResult
    public func sync() async throws -> [UploadRecord] { try await checkedGeolocation().sync() }

    /// As `BackgroundGeolocation.destroyLocations()`.
    public func destroyLocations() throws { try checkedGeolocation().destroyLocations() }

    /// As `BackgroundGeolocation.startBackgroundTask()`.
    public func startBackgroundTask() -> Int { geolocation.startBackgroundTask() }

    /// As `BackgroundGeolocation.stopBackgroundTask(_:)`.
    public func stopBackgroundTask(_ id: Int) { geolocation.stopBackgroundTask(id) }
}
