public import PhoneOS
public import TrackingEngine
public import VisitModel

extension BackgroundGeolocation {
    /// What of the phone tells tracking about movement.
    public var sensors: Sensors { Sensors(owner: self) }

    /// What of the phone tells tracking about movement, as far as its system says so.
    public struct Sensors: Sendable {
        let owner: BackgroundGeolocation

        /// The phone's operating system.
        public var platform: Platform { owner.phone.platform }
        /// Where the app stands with the motion service.
        public var motionPermission: PermissionStatus { owner.phone.status(of: .physicalActivity) }
        /// Whether the motion service tells the app anything: it is allowed and, on Android, Google Play services are there.
        public var isMotionAvailable: Bool {
            motionPermission == .granted && owner.phone.playServices == .available
        }
        /// Whether the phone can watch regions.
        public var isRegionMonitoringAvailable: Bool { owner.phone.isRegionMonitoringAvailable }
    }

    /// Background tasks and power saving (`App`).
    public var app: App { App(owner: self) }

    /// Background tasks and power saving.
    public struct App: Sendable {
        let owner: BackgroundGeolocation

        /// As `BackgroundGeolocation.startBackgroundTask()`.
        public func startBackgroundTask() -> Int { owner.startBackgroundTask() }
        /// As `BackgroundGeolocation.stopBackgroundTask(_:)`.
        ///
        /// - Parameter id: the task's number.
        public func stopBackgroundTask(_ id: Int) { owner.stopBackgroundTask(id) }
        /// As `BackgroundGeolocation.isPowerSaveMode`.
        public var isPowerSaveMode: Bool { owner.isPowerSaveMode }
        /// Whether the member exempted the app from battery optimisation; always false on iOS.
        public var isIgnoringBatteryOptimizations: Bool { owner.phone.isExemptFromBatteryOptimization }
    }

    /// Permission for location (`Authorization`).
    public var authorization: Authorization { Authorization(owner: self) }

    /// Permission for location.
    public struct Authorization: Sendable {
        let owner: BackgroundGeolocation

        /// As `BackgroundGeolocation.requestPermission()`.
        @discardableResult
        public func requestPermission() async throws -> ProviderState.Status { try await owner.requestPermission() }
        /// As `BackgroundGeolocation.getProviderState()`.
        public var providerState: ProviderState { owner.getProviderState() }
    }
}
