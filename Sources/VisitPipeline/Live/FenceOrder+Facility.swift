internal import Interchange
internal import VisitModel

extension FenceOrder {
    /// The fence of a facility, as a phone's system can watch it: of a polygon the circle round it, and its corners for apps
    /// that know such.
    init(_ facility: Facility) {
        let (center, radiusMeters, vertices): (Coordinate, Double, [Coordinate]?) =
            switch facility.geofence {
            case .circle(let center, let radius): (center, radius.meters, nil)
            case .polygon(let polygon):
                (polygon.boundingCircle.center, polygon.boundingCircle.radiusMeters, polygon.exterior)
            }
        self.init(
            facility: facility.id,
            name: facility.name,
            center: center,
            radiusMeters: radiusMeters,
            vertices: vertices,
            dwellSeconds: Double(facility.dwellThreshold.seconds)
        )
    }
}
