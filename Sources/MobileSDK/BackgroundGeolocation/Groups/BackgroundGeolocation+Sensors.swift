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
        /// Whether the motion service tells the app anything: it is allowed and, on Android, Google Play services are there.
        public var isMotionAvailable: Bool {
            motionPermission == .granted && owner.phone.playServices == .available
        }
        /// Whether the phone can watch regions.
        public var isRegionMonitoringAvailable: Bool { owner.phone.isRegionMonitoringAvailable }
    }
}
