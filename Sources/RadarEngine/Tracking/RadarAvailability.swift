internal import TrackingModel
/// The availability of the phone's location to Radar.
public struct RadarAvailability: Hashable, Sendable, Codable {
    /// Whether the app has permission to use the location.
    public var hasPermission: Bool
    /// Whether the phone's location services are on.
    public var isLocationOn: Bool

    /// Creates an availability; by default the location is available.
    public init(hasPermission: Bool = true, isLocationOn: Bool = true) {
        self.hasPermission = hasPermission
        self.isLocationOn = isLocationOn
    }

    /// Whether the phone can provide fixes.
    public var isUsable: Bool { hasPermission && isLocationOn }

    /// The error to report to the app; `nil` while fixes are available.
    var problem: RadarStatus? {
        guard hasPermission else { return .errorPermissions }
        return isLocationOn ? nil : .errorLocation
    }
}
