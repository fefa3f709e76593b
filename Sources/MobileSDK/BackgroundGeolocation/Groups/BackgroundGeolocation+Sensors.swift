public import PhoneOS
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
        /// Whether the phone has the motion hardware, whatever the app is allowed.
        public var hasMotionHardware: Bool { owner.phone.hasMotionHardware }
        /// Whether the app receives motion activity: the hardware is present, the member allows it and, on Android,
        /// Google Play services are there.
        public var isMotionAvailable: Bool {
            hasMotionHardware && motionPermission == .granted && owner.phone.playServices == .available
        }
        /// Whether the phone can watch regions.
        public var isRegionMonitoringAvailable: Bool { owner.phone.isRegionMonitoringAvailable }
    }
}
