internal import PhoneOS

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
