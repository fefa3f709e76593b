internal import TrackingModel

/// What the phone lets Radar see.
public struct RadarAvailability: Hashable, Sendable, Codable {
    /// Whether the app may see the location at all.
    public var hasPermission: Bool
    /// Whether location services are on for the phone.
    public var isLocationOn: Bool

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - hasPermission: whether the app may see the location.
    ///   - isLocationOn: whether location services are on.
    public init(hasPermission: Bool = true, isLocationOn: Bool = true) {
        self.hasPermission = hasPermission
        self.isLocationOn = isLocationOn
    }

    /// Whether readings can come.
    public var isUsable: Bool { hasPermission && isLocationOn }

    /// What the app is told where they can't; `nil` where they can.
    var problem: RadarStatus? {
        guard hasPermission else { return .errorPermissions }
        return isLocationOn ? nil : .errorLocation
    }
}
