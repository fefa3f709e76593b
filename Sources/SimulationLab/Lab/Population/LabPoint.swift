internal import VisitModel

/// A point on the flat map of a made-up city, in metres from its middle.
struct LabPoint: Hashable, Sendable {
    var east: Double
    var north: Double

    /// How far it is to another point, in metres.
    func distance(to other: LabPoint) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return (east * east + north * north).squareRoot()
    }

    /// The point some metres away.
    func moved(east: Double, north: Double) -> LabPoint { LabPoint(east: self.east + east, north: self.north + north) }

    /// The point on the straight line to another.
    ///
    /// - Parameters:
    ///   - other: where the line ends.
    ///   - share: 0 here, 1 there.
    /// - Returns: the point.
    func toward(_ other: LabPoint, _ share: Double) -> LabPoint {
        moved(east: (other.east - east) * share, north: (other.north - north) * share)
    }
}
