/// A member's phone.
public struct Device: Hashable, Sendable {
    /// The phone's identifier.
    public let id: DeviceID
    /// The member who uses the phone.
    public let member: MemberID
    /// The operating system, which limits the number of monitored geofences.
    public let platform: Platform
    /// Whether the platform was reported; otherwise the platform with the smaller limit is assumed.
    public let isPlatformKnown: Bool

    /// Creates a device.
    public init(id: DeviceID, member: MemberID, platform: Platform, isPlatformKnown: Bool = true) {
        self.id = id
        self.member = member
        self.platform = platform
        self.isPlatformKnown = isPlatformKnown
    }
}

/// A phone's operating system.
public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Apple iOS: at most 20 monitored regions per app.
    case ios
    /// Android with Google Play services: at most 100 geofences per app.
    case android

    /// The maximum number of geofences that the system monitors for one app.
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

/// A person whose visits are counted.
public struct Member: Hashable, Sendable {
    /// The member's identifier in the customer's systems.
    public let id: MemberID
    /// The facilities whose visits are registered and counted; `nil` means the whole network, an empty set means none.
    public var facilities: Set<FacilityID>?

    /// Creates a member.
    public init(id: MemberID, facilities: Set<FacilityID>? = nil) {
        self.id = id
        self.facilities = facilities
    }
}
