internal import VisitModel

/// A point on the flat map of a generated city, in metres from the centre.
struct LabPoint: Hashable, Sendable {
    var east: Double
    var north: Double

    /// The distance to another point, in metres.
    func distance(to other: LabPoint) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return (east * east + north * north).squareRoot()
    }

    /// The point at an offset, in metres.
    func moved(east: Double, north: Double) -> LabPoint { LabPoint(east: self.east + east, north: self.north + north) }

    /// The point at a share of the straight line to another point; 0 is this one, 1 the other.
    func toward(_ other: LabPoint, _ share: Double) -> LabPoint {
        moved(east: (other.east - east) * share, north: (other.north - north) * share)
    }
}
