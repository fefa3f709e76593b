public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// How things are at a moment (`State`).
    public struct State: Hashable, Sendable {
        /// Whether tracking is on.
        public let enabled: Bool
        /// What is tracked while it is on.
        public let trackingMode: TrackingState.Mode
        /// Whether the schedule is followed.
        public let schedulerEnabled: Bool
        /// Whether the phone counts as moving.
        public let isMoving: Bool
        /// The odometer, in metres.
        public let odometer: Double
        /// What may be wrong with the odometer, in metres.
        public let odometerError: Double
        /// Whether the phone was started anew since the process before, as far as it says so (Android).
        public let didDeviceReboot: Bool
        /// Whether the process was started by the system, with nothing to be seen.
        public let didLaunchInBackground: Bool
        /// Whether it is the first launch after the installation.
        public let isFirstLaunch: Bool
        /// The options in force.
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
