public import VisitModel

/// A facility and how far it is.
public struct NearestFacility: Hashable, Sendable {
    /// The place.
    public let facility: Facility
    /// The distance to the fence's edge on WGS84 in metres, negative inside.
    public let edgeMeters: Double
    /// The distance to the fence's centre on WGS84 in metres.
    public let centerMeters: Double

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - edgeMeters: the distance to the fence's edge in metres, negative inside.
    ///   - centerMeters: the distance to the fence's centre in metres.
    public init(facility: Facility, edgeMeters: Double, centerMeters: Double) {
        self.facility = facility
        self.edgeMeters = edgeMeters
        self.centerMeters = centerMeters
    }
}
