public import VisitModel

/// A facility and its distance from a point.
public struct NearestFacility: Hashable, Sendable {
    /// The facility.
    public let facility: Facility
    /// The distance to the fence's edge on WGS84 in metres, negative inside.
    public let edgeMeters: Double
    /// The distance to the fence's centre on WGS84 in metres.
    public let centerMeters: Double

    /// Creates a result.
    public init(facility: Facility, edgeMeters: Double, centerMeters: Double) {
        self.facility = facility
        self.edgeMeters = edgeMeters
        self.centerMeters = centerMeters
    }
}
