internal import MobileSDKCore
internal import PhoneOS
public import PhoneStore
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// A snapshot of the tracking state (`State`).
    public struct State: Hashable, Sendable {
        /// Whether tracking is on.
        public let enabled: Bool
        /// The tracking mode while it is on.
        public let trackingMode: TrackingState.Mode
        /// Whether the schedule is active.
        public let schedulerEnabled: Bool
        /// Whether the phone counts as moving.
        public let isMoving: Bool
        /// The odometer, in metres.
        public let odometer: Double
        /// The accumulated error of the odometer, in metres.
        public let odometerError: Double
        /// Whether the phone was rebooted since the previous process, by the launch reason or the stored boot time.
        public let didDeviceReboot: Bool
        /// Whether the system started the process in the background.
        public let didLaunchInBackground: Bool
        /// Whether it is the first launch after the installation.
        public let isFirstLaunch: Bool
        /// The effective options.
        public let config: TrackingConfig

        init(_ tracking: BackgroundTracking) {
            enabled = tracking.state.isEnabled
            trackingMode = tracking.state.mode
            schedulerEnabled = tracking.state.isSchedulerEnabled
            isMoving = tracking.isMoving
            odometer = tracking.odometerMeters
            odometerError = tracking.odometerErrorMeters
            didDeviceReboot = tracking.state.didDeviceReboot
            didLaunchInBackground = tracking.state.didLaunchInBackground
            isFirstLaunch = tracking.state.isFirstLaunch
            config = tracking.config
        }
    }
}

/// The methods that the document's overview lists on the SDK itself and that the groups provide too (Transistor, BGGeo,
/// "Overview").
extension BackgroundGeolocation {
    /// Returns the odometer, in metres; the same as `odometer`.
    public func getOdometer() -> Double { odometer }

    /// Returns the current state; the same as `state`.
    public func getState() -> State { state }

    /// Adds a geofence; the same as `geofences.add`.
    public func addGeofence(_ geofence: TrackedGeofence) async throws { try await geofences.add(geofence) }

    /// Returns the stored geofences; the same as `geofences.getAll`.
    public func getGeofences() -> [TrackedGeofence] { geofences.getAll() }

    /// Removes every geofence; the same as `geofences.removeAll`.
    public func removeGeofences() async throws { try await geofences.removeAll() }

    /// Returns the waiting records; the same as `store.getLocations`.
    public func getLocations() throws -> [TrackingRecord] { try store.getLocations() }

    /// Returns the number of waiting records; the same as `store.getCount`.
    public func getCount() throws -> Int { try store.getCount() }

    /// Uploads all waiting records; the same as `store.sync`.
    public func sync() async throws -> [UploadRecord] { try await store.sync() }

    /// Deletes every record; the same as `store.destroyLocations`.
    public func destroyLocations() throws { try store.destroyLocations() }

    /// Begins a background task that the app wants to complete before iOS suspends it; has no effect on Android.
    ///
    /// iOS allows some 30 seconds. If too little of them is left, the task is not begun, because it would cost the
    /// process. It ends with `stopBackgroundTask`, or shortly before the time is over. Transistor, BGGeo, "Overview".
    public func startBackgroundTask() -> Int {
        runtime.call {
            let id = session.withLock { $0.calls.nextNumber() }
            runtime.tasks.begin(TaskName.own(id), at: runtime.phone.now())
            return id
        }
    }

    /// Ends a background task of the app; one that has ended is ignored.
    public func stopBackgroundTask(_ id: Int) { runtime.serialized { runtime.tasks.end(TaskName.own(id)) } }

    /// Starts tracking of locations and geofences, until `stop`, across restarts.
    ///
    /// The phone counts as stationary, one location is recorded, and location services are off until it moves. The
    /// permissions of the configuration are requested (`GeolocationConfig.locationAuthorizationRequest`). This
    /// overrides the schedule until its next edge, and replaces `startGeofences`. Before `ready` the options of the last
    /// launch apply, or the defaults, with a warning, and events are held. Throws `LocationError.denied` if the member
    /// does not allow location; tracking stays off then. Transistor, BGGeo.start.
    public func start() async throws {
        try startNow()
        await permissions.requestPending()
    }

    /// Starts monitoring of geofences alone, until `stop`; tracking of locations ends, and no crossing is lost.
    ///
    /// Throws `LocationError.denied` if the member does not allow location. Transistor, BGGeo.startGeofences.
    public func startGeofences() async throws {
        try startGeofencesNow()
        await permissions.requestPending()
    }

    /// The synchronous form of `start` without permission requests, for a simulation that runs everything in order.
    package func startNow() throws(LocationError) { try begin(TrackingState.Mode.location) }

    package func startGeofencesNow() throws(LocationError) { try begin(TrackingState.Mode.geofences) }

    private func begin(_ mode: TrackingState.Mode) throws(LocationError) {
        var failure: LocationError?
        runtime.decide { tracking, time in
            do throws(LocationError) {
                return try mode == .location ? tracking.start(at: time) : tracking.startGeofences(at: time)
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
    }

    /// Stops all tracking; the schedule stays active (Transistor, BGGeo.stop).
    public func stop() { runtime.decide { $0.stop(at: $1) } }

    /// Sets the motion state: moving turns location services on at once, stationary turns them off.
    ///
    /// Only a warning while locations are not tracked. Transistor, BGGeo.changePace.
    public func changePace(_ isMoving: Bool) { runtime.decide { $0.changePace(isMoving, at: $1) } }

    /// Activates `AppConfig.schedule`; only a warning if it cannot be parsed (Transistor, BGGeo.startSchedule).
    public func startSchedule() { runtime.decide { $0.startSchedule(at: $1) } }

    /// Deactivates the schedule; tracking stays on if it is on (Transistor, BGGeo.stopSchedule).
    public func stopSchedule() { runtime.decide { $0.stopSchedule(at: $1) } }

    /// Changes options at run time: the overview's name of `config.batchUpdate`.
    public func setConfig(_ change: (inout TrackingConfig) -> Void) { config.batchUpdate(change) }

    /// Resets every option to its documented default: the overview's name of `config.reset`.
    public func reset() { config.reset() }

    /// Requests the location permission of the configuration (`GeolocationConfig.locationAuthorizationRequest`), and
    /// the motion permission unless `disableMotionActivityUpdates`.
    ///
    /// Permissions for which the system would not prompt any more are skipped. On Android 11 and later,
    /// `AppConfig.backgroundPermissionRationale` is shown before background location. Before `ready` the default
    /// options apply. Returns the status afterwards. Throws `MobileSDKError` with code `manifest` if the app's manifest
    /// lacks a required entry. Transistor, BGGeo, "Lifecycle".
    @discardableResult
    public func requestPermission() async throws -> ProviderState.Status {
        let config = state.config
        let rationale = config.showsPermissionRationale ? config.app.backgroundPermissionRationale : nil
        try await permissions.request(GeolocationSession.PermissionRequest(rationale: rationale))
        return getProviderState().status
    }

    /// Returns the current state of the phone's location services, as far as the app may know it.
    ///
    /// Transistor, BGGeo.onProviderChange.
    public func getProviderState() -> ProviderState { ProviderState(of: runtime.phone) }

    /// Whether the phone saves power, which may delay fixes and uploads (Transistor, BGGeo.onPowerSaveChange).
    public var isPowerSaveMode: Bool { runtime.phone.powerState.isPowerSaving }
}
