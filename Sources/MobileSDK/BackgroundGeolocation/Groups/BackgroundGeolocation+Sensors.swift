public import PhoneOS
public import VisitModel

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
