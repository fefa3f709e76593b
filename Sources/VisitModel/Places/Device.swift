/// A member's phone.
public struct Device: Hashable, Sendable {
    /// The phone's name.
    public let id: DeviceID
    /// Whose phone it is.
    public let member: MemberID
    /// Which operating system it runs, and so how many geofences it may watch.
    public let platform: Platform
    /// Whether somebody said so; otherwise it is taken for the platform with the smaller limit.
    public let isPlatformKnown: Bool

    /// Makes a device.
    ///
    /// - Parameters:
    ///   - id: the phone's name.
    ///   - member: whose phone it is.
    ///   - platform: its operating system.
    ///   - isPlatformKnown: false where the platform is only presumed.
    public init(id: DeviceID, member: MemberID, platform: Platform, isPlatformKnown: Bool = true) {
        self.id = id
        self.member = member
        self.platform = platform
        self.isPlatformKnown = isPlatformKnown
    }
}

/// A phone's operating system.
public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Apple iOS: at most 20 monitored regions an app.
    case ios
    /// Android with Google Play services: at most 100 geofences an app.
    case android

    /// The most geofences the system watches for one app at a time.
    ///
    /// iOS: 20, Apple, "Monitoring the user's proximity to geographic regions". Android: 100, Google, "Create and
    /// monitor geofences".
    public var geofenceLimit: Int {
        switch self {
        case .ios: 20
        case .android: 100
        }
    }
}
