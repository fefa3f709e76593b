internal import Foundation
internal import PhoneOS
public import PhoneStore
internal import Synchronization
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

/// The methods that the document's overview lists on the SDK itself and that the groups provide too.
///
/// Transistor, BGGeo, "Overview".
extension BackgroundGeolocation {
    /// Returns the odometer, in metres; the same as `odometer`.
    ///
    /// - Returns: metres.
    public func getOdometer() -> Double { odometer }

    /// Returns the current state; the same as `state`.
    ///
    /// - Returns: a copy.
    public func getState() -> State { state }

    /// Adds a geofence; the same as `geofences.add`.
    ///
    /// - Parameter geofence: replaces one of the same name.
    /// - Throws: as `Geofences.add`.
    public func addGeofence(_ geofence: TrackedGeofence) async throws { try await geofences.add(geofence) }

    /// Returns the stored geofences; the same as `geofences.getAll`.
    ///
    /// - Returns: all of them.
    public func getGeofences() -> [TrackedGeofence] { geofences.getAll() }

    /// Removes every geofence; the same as `geofences.removeAll`.
    ///
    /// - Throws: as `Geofences.removeAll`.
    public func removeGeofences() async throws { try await geofences.removeAll() }

    /// Returns the waiting records; the same as `store.getLocations`.
    ///
    /// - Returns: the records, in the order in which they are sent.
    /// - Throws: as `Store.getLocations`.
    public func getLocations() throws -> [TrackingRecord] { try store.getLocations() }

    /// Returns the number of waiting records; the same as `store.getCount`.
    ///
    /// - Returns: the number.
    /// - Throws: as `Store.getCount`.
    public func getCount() throws -> Int { try store.getCount() }

    /// Uploads all waiting records; the same as `store.sync`.
    ///
    /// - Returns: the sent records.
    /// - Throws: as `Store.sync`.
    public func sync() async throws -> [UploadRecord] { try await store.sync() }

    /// Deletes every record; the same as `store.destroyLocations`.
    ///
    /// - Throws: as `Store.destroyLocations`.
    public func destroyLocations() throws { try store.destroyLocations() }
}

extension BackgroundGeolocation {
    /// Begins a background task that the app wants to complete before iOS suspends it; has no effect on Android.
    ///
    /// iOS allows some 30 seconds. If too little of them is left, the task is not begun, because it would cost the
    /// process. It ends with `stopBackgroundTask`, or shortly before the time is over. Transistor, BGGeo, "Overview".
    ///
    /// - Returns: the task's number.
    public func startBackgroundTask() -> Int {
        lane.withLock {
            begin(.user)
            let id = session.withLock { $0.number() }
            beginTask(TaskName.own(id), at: phone.now())
            return id
        }
    }

    /// Ends a background task of the app.
    ///
    /// - Parameter id: the task's number; one that has ended is ignored.
    public func stopBackgroundTask(_ id: Int) {
        lane.withLock { endTask(TaskName.own(id)) }
    }
}
