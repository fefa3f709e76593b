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
