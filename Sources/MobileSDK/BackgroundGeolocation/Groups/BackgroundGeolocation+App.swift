public import PhoneOS
public import TrackingEngine
public import VisitModel

extension BackgroundGeolocation {
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
        /// Whether the app is exempt from battery optimisation; always false on iOS.
        public var isIgnoringBatteryOptimizations: Bool { owner.phone.isExemptFromBatteryOptimization }
    }
}

extension BackgroundGeolocation {
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

extension BackgroundGeolocation {
    /// The phone's sensors of movement.
    public var sensors: Sensors { Sensors(owner: self) }

    /// The phone's sensors of movement, as far as its system reports them.
    public struct Sensors: Sendable {
        let owner: BackgroundGeolocation

        /// The phone's operating system.
        public var platform: Platform { owner.phone.platform }
        /// The status of the motion permission.
        public var motionPermission: PermissionStatus { owner.phone.status(of: .physicalActivity) }
        /// Whether the phone has the motion hardware, regardless of the permission.
        public var hasMotionHardware: Bool { owner.phone.hasMotionHardware }
        /// Whether the app receives motion activity: the hardware is present, the member allows it and, on Android,
        /// Google Play services are available.
        public var isMotionAvailable: Bool {
            hasMotionHardware && motionPermission == .granted && owner.phone.playServices == .available
        }
        /// Whether the phone can monitor regions.
        public var isRegionMonitoringAvailable: Bool { owner.phone.isRegionMonitoringAvailable }
    }
}
