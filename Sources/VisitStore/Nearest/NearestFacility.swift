package import VisitModel

/// A facility and its distance from a point.
package struct NearestFacility: Hashable, Sendable {
    /// The facility.
    package let facility: Facility
    /// The distance to the fence's edge on WGS84 in metres, negative inside.
    package let edgeMeters: Double
    /// The distance to the fence's centre on WGS84 in metres.
    package let centerMeters: Double

    /// Creates a result.
    package init(facility: Facility, edgeMeters: Double, centerMeters: Double) {
        self.facility = facility
        self.edgeMeters = edgeMeters
        self.centerMeters = centerMeters
    }
}
